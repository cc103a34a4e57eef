import Foundation
import Testing
import UntrustedInput

/// `mantlet pin sign --previous` and `mantlet pin verify --previous`: devices keep only the newest update, so an update
/// that would have a stolen key trusted again must not be made without a word.
@Suite(.timeLimit(.minutes(15)))
struct PinPredecessorTests {
  private let folder: TemporaryFolder
  private let key: String
  /// A policy with both hosts, whose update key is `key`.
  private let policy: String
  private static let pins = (1...6).map { Data(repeating: UInt8($0), count: 32).base64EncodedString() }
  /// Number 7: it withdraws the built-in key in use of host a.
  private let older: String

  init() async throws {
    folder = try TemporaryFolder()
    key = folder.path + "/update.key"
    policy = folder.path + "/policy.json"
    older = folder.path + "/7.jws"
    let made = try await Program.run(["pin", "new-key", "--out", key])
    let builtIn = "\"pins\": [\"\(Self.pins[0])\", \"\(Self.pins[1])\"]"
    try """
    {"version": 1, "name": "t", "environments": {"prod": {"endpoint": "https://a.example.org", \(builtIn),
     "hosts": [{"host": "b.example.org", \(builtIn)}], "tokenKeys": ["\(String(repeating: "A", count: 43))"],
     "loginKey": "\(try PinCommandTests.loginKey())", "pinning":
     {"updateKey": "\(made.output.trimmingCharacters(in: .whitespacesAndNewlines))"}}}}
    """.write(toFile: policy, atomically: true, encoding: .utf8)
    let signed = try await sign(7, ["a": [Self.pins[0]], "b": []])
    try #require(signed.code == 0, "\(signed.errors)")
    try signed.output.write(toFile: older, atomically: true, encoding: .utf8)
  }

  /// Signs an update of hosts, each with the pins that it withdraws.
  private func sign(
    _ number: Int, _ hosts: [String: [String]], key: String? = nil, _ more: String...
  ) async throws -> Program.Outcome {
    let entries = hosts.sorted { $0.key < $1.key }.map { host, withdrawn in
      let lost = withdrawn.isEmpty ? "" : ", \"withdrawn\": [\(withdrawn.map { "\"\($0)\"" }.joined(separator: ", "))]"
      return "{\"host\": \"\(host).example.org\", \"pins\": [\"\(Self.pins[2])\", \"\(Self.pins[3])\"]\(lost)}"
    }
    let file = folder.path + "/\(UUID().uuidString).json"
    try """
    {"version": 1, "number": \(number), "iat": 1780000000, "exp": 1790000000,
     "hosts": [\(entries.joined(separator: ", "))]}
    """.write(toFile: file, atomically: true, encoding: .utf8)
    return try await Program.run(["pin", "sign", file, "--key", key ?? self.key] + more)
  }

  /// What `verify` says of the same update, signed without a look at the one before.
  private func verify(
    _ number: Int, _ hosts: [String: [String]], _ more: String...
  ) async throws -> Program.Outcome {
    let file = folder.path + "/\(UUID().uuidString).jws"
    try await sign(number, hosts).output.write(toFile: file, atomically: true, encoding: .utf8)
    return try await Program.run(
      ["pin", "verify", file, "--policy", policy, "--at", "2026-06-10T00:00:00Z", "--json"] + more)
  }

  @Test("An update that drops a withdrawal, or withdraws the key for another host, is refused with what can be done")
  func dropped() async throws {
    let hosts: [[String: [String]]] = [["a": [], "b": []], ["a": [], "b": [Self.pins[0]]], ["b": []]]
    for hosts in hosts {
      let signed = try await sign(8, hosts, "--previous", older)
      #expect(signed.code == 1 && signed.output.isEmpty, "\(signed.errors)")
      let verified = try await verify(8, hosts, "--previous", older)
      #expect(verified.code == 1 && verified.objects.count == 1, "\(verified.errors)")
      #expect(verified.objects.first?["verdict"]?.string == "fails")
      for text in [signed.errors, verified.errors, verified.objects.first?["reason"]?.string ?? ""] {
        #expect(text.contains("a.example.org: number 7 withdrew \(Self.pins[0])"), "\(text)")
        #expect(text.contains("--reinstate a.example.org=\(Self.pins[0])"), "\(text)")
        #expect(!text.contains("b.example.org"), "\(text)")
      }
    }
    let signed = try await sign(8, ["a": [Self.pins[0], Self.pins[4]], "b": []], "--previous", older)
    #expect(signed.code == 0 && !signed.errors.contains("mantlet:"), "\(signed.errors)")
  }

  @Test("A key that --reinstate names may come back, and no other")
  func reinstated() async throws {
    let hosts = ["a": [String](), "b": []]
    for (host, pin, code) in [("a", 0, 0), ("b", 0, 1), ("a", 5, 1)] as [(String, Int, Int32)] {
      let pin = "\(host).example.org=\(Self.pins[pin])"
      let signed = try await sign(8, hosts, "--previous", older, "--reinstate", pin)
      #expect(signed.code == code && signed.output.isEmpty == (code == 1), "\(signed.errors)")
      let verified = try await verify(8, hosts, "--previous", older, "--reinstate", pin)
      #expect(verified.code == code && !verified.errors.contains("warning:"), "\(verified.errors)")
    }
    let back = "a.example.org=\(Self.pins[0])"
    let idle = try await sign(8, ["a": [Self.pins[0]], "b": []], "--previous", older, "--reinstate", back)
    #expect(idle.code == 0 && idle.errors.contains("warning: --reinstate \(back)"), "\(idle.errors)")
    #expect(try await sign(8, hosts, "--reinstate", back).code == 64)
    #expect(try await sign(8, hosts, "--previous", older, "--reinstate", Self.pins[0]).code == 64)
    #expect(try await sign(8, hosts, "--previous", older, "--reinstate", "K1").code == 64)
  }

  @Test("A host that is named no more is a warning")
  func droppedHost() async throws {
    let hosts = ["a": [Self.pins[0]]]
    let signed = try await sign(8, hosts, "--previous", older)
    #expect(signed.code == 0 && signed.errors.contains("warning: b.example.org: number 7 names it"), "\(signed.errors)")
    #expect(!signed.errors.contains("between"))
    let later = try await sign(9, hosts, "--previous", older)
    #expect(later.code == 0 && later.errors.contains("between number 7 and number 9"), "\(later.errors)")
    #expect(signed.output.split(separator: ".").count == 3)
    let verified = try await verify(8, hosts, "--previous", older)
    let warnings = try #require(verified.objects.first?["warnings"]?.array).compactMap(\.string)
    #expect(verified.code == 0 && warnings.count == 1, "\(verified.errors)")
    #expect(warnings.allSatisfy { $0.hasPrefix("b.example.org: ") && verified.errors.contains("warning: \($0)") })
  }

  @Test("An update of the same or a higher number is not the one before", arguments: [6, 7])
  func order(number: Int) async throws {
    let hosts = ["a": [Self.pins[0]], "b": []]
    let signed = try await sign(number, hosts, "--previous", older)
    #expect(signed.code == 1 && signed.output.isEmpty && signed.errors.contains("number 7"), "\(signed.errors)")
    let verified = try await verify(number, hosts, "--previous", older)
    #expect(verified.code == 1 && verified.objects.first?["verdict"]?.string == "fails", "\(verified.errors)")
  }

  @Test("An update of another key, a forged one and what is none are not the one before")
  func foreign() async throws {
    let hosts = ["a": [Self.pins[0]], "b": []]
    let other = folder.path + "/other.key"
    #expect(try await Program.run(["pin", "new-key", "--out", other]).code == 0)
    let foreign = try await sign(6, hosts, key: other).output
    var parts = try String(contentsOfFile: older, encoding: .utf8).split(separator: ".").map(String.init)
    parts[1] = String(try #require(foreign.split(separator: ".").dropFirst().first))
    let cases: [(String, Int32, String)] = [
      (foreign, 1, "another key"), (parts.joined(separator: "."), 1, "signature"), ("junk", 65, "not a signed"),
    ]
    for (text, code, reason) in cases {
      let file = folder.path + "/before.jws"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let signed = try await sign(8, hosts, "--previous", file)
      #expect(signed.code == code && signed.output.isEmpty && signed.errors.contains(reason), "\(signed.errors)")
      let verified = try await verify(8, hosts, "--previous", file)
      #expect(verified.code == code && verified.errors.contains(reason), "\(verified.errors)")
    }
    #expect(try await sign(8, hosts, "--previous", folder.path + "/none").code == 65)
  }

  @Test("Whoever signs a later update without the one before it is told that nothing compares them")
  func hint() async throws {
    for (number, isTold) in [(1, false), (2, true)] {
      let signed = try await sign(number, ["a": []])
      #expect(signed.code == 0 && signed.errors.contains("--previous") == isTold, "\(signed.errors)")
    }
    #expect(try await !sign(8, ["a": [Self.pins[0]], "b": []], "--previous", older).errors.contains("--previous"))
  }
}
