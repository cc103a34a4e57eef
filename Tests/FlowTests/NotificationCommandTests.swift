import Foundation
import Testing
import UntrustedInput

/// `mantlet notification check`: whether a payload may be sent, before a server sends it.
@Suite(.timeLimit(.minutes(15)))
struct NotificationCommandTests {
  private static let wake = #"{"aps":{"alert":"Es ist Zeit aufzustehen!"}}"#

  private func check(_ payload: String, _ more: [String] = []) async throws -> Program.Outcome {
    try await Program.run(["notification", "check"] + more + ["-"], input: payload)
  }

  @Test("The words of a template may be sent, to APNs and to FCM, from standard input and from a file")
  func allowed() async throws {
    let apple = try await check(Self.wake)
    #expect(apple.code == 0 && apple.output == "apns: may be sent\n", "\(apple.errors)")
    let firebase = try await check(#"{"message":{"token":"t","notification":{"title":"Neue Erinnerung"}}}"#, ["--json"])
    #expect(firebase.code == 0 && firebase.output == #"{"verdict":"holds","kind":"fcm"}"# + "\n")
    let folder = try TemporaryFolder()
    let path = folder.path + "/payload.json"
    try Self.wake.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await Program.run(["notification", "check", path]).code == 0)
  }

  @Test("Words about a person may not, and they are not repeated")
  func refused() async throws {
    let payload = #"{"aps":{"alert":{"title":"Ihre Depression"},"note":"Anna"}}"#
    for options in [[], ["--json"]] {
      let run = try await check(payload, options)
      #expect(run.code == 1)
      for word in ["Depression", "Anna"] { #expect(!(run.output + run.errors).contains(word)) }
    }
    let told = try await check(payload, ["--json"])
    #expect(told.objects.first?["verdict"]?.string == "fails")
    #expect(told.objects.first?["reason"]?.string?.isEmpty == false)
  }

  @Test("What is named on the command line may be sent, and nothing beside it")
  func named() async throws {
    let text = #"{"aps":{"alert":"Il est temps","category":"lever"},"screen":"diary"}"#
    #expect(try await check(text).code == 1)
    let options = ["--text", "Il est temps", "--template", "lever", "--data-key", "screen"]
    #expect(try await check(text, options).code == 0)
    #expect(try await check(text, Array(options.dropLast(2))).code == 1)
    let key = #"{"aps":{"alert":{"loc-key":"DIARY_DUE","loc-args":["3"]}}}"#
    #expect(try await check(key).code == 1)
    #expect(try await check(key, ["--text-key", "DIARY_DUE"]).code == 0)
    let mutable = #"{"aps":{"alert":"Es ist Zeit aufzustehen!","mutable-content":1}}"#
    #expect(try await check(mutable).code == 1)
    #expect(try await check(mutable, ["--allow-mutable-content"]).code == 0)
  }

  @Test("What is no JSON, no notification, too large or not there is unreadable")
  func unreadable() async throws {
    for payload in ["", "{", "[]", #"{"a":1}"#, #"{"aps":{},"aps":{}}"#, String(repeating: " ", count: 1 << 17)] {
      #expect(try await check(payload).code == 65, "\(payload.prefix(20))")
    }
    #expect(try await Program.run(["notification", "check", "/nowhere/payload.json"]).code == 65)
    #expect(try await Program.run(["notification", "check"]).code == 64)
  }

  @Test("A policy that shows nothing at a lock screen takes the words away")
  func policy() async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.run(["up", "--once", "--state", folder.state])
    #expect(made.code == 0, "\(made.errors)")
    let starter = try String(contentsOfFile: folder.state + "/policy.json", encoding: .utf8)
    let path = folder.path + "/policy.json"
    try starter.replacing(
      #""environments""#, with: #""notifications": {"lockScreen": "generic"}, "environments""#, maxReplacements: 1
    ).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try await check(Self.wake, ["--policy", path]).code == 1)
    #expect(try await check(#"{"aps":{"alert":"New reminder"}}"#, ["--policy", path]).code == 0)
  }
}
