import AttestationSamples
import Crypto
import Foundation
import Testing
import UntrustedInput

/// `mantlet attest verify` on evidence of this run: its exit codes and what it says.
@Suite(.timeLimit(.minutes(15)))
struct AttestVerifyTests {
  private func pem(_ certificate: [UInt8]) -> String {
    "-----BEGIN CERTIFICATE-----\n\(Data(certificate).base64EncodedString())\n-----END CERTIFICATE-----\n"
  }

  @Test("Accepted is 0, refused 1 with its step, undetermined 2, unreadable 65")
  func exitCodes() async throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
      let path = folder.path + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }
    let sample = try TestAppAttest()
    let object = try file("object.cbor", try sample.object())
    let root = try file("root.pem", pem(sample.root).utf8)
    func verify(_ arguments: String...) async throws -> (code: Int32, first: JSONNode?, errors: String) {
      let outcome = try await Program.run(["attest", "verify", "--json", "--at", "2026-06-01T12:00:00Z"] + arguments)
      let node = try? JSONReader().read(Array(outcome.output.utf8))
      return (outcome.code, node, outcome.errors)
    }
    func apple(_ object: String, _ challenge: String) async throws -> (code: Int32, first: JSONNode?, errors: String) {
      try await verify(
        object, "--kind", "app-attest", "--app-id", "ABCDE12345.dev.example", "--challenge", challenge, "--key-id",
        Data(sample.keyID).base64EncodedString(), "--root", root)
    }
    let good = try await apple(object, "challenge")
    #expect(good.code == 0 && good.first?["verdict"]?.string == "accepted", "\(good.errors)")
    let bad = try await apple(object, "another")
    #expect(bad.code == 1 && bad.first?["refusedAt"]?.string == "nonce")
    let junk = try await apple(try file("junk.json", "{\"a\":".utf8), "challenge")
    #expect(junk.code == 65 && junk.first == nil)

    let key = TestAndroidKey()
    let chain = try file("chain.pem", try key.pem().utf8)
    let google = try file("google.pem", pem(try key.chain()[3]).utf8)
    let list = try file("list.json", #"{"entries": {}}"#.utf8)
    let android = ["--kind", "android-key", "--challenge", "challenge", "--root", google]
    func judge(_ more: [String]) async throws -> (code: Int32, verdict: String?) {
      let outcome = try await Program.run(
        ["attest", "verify", chain, "--json", "--at", "2026-06-01T12:00:00Z"] + android + more)
      return (outcome.code, (try? JSONReader().read(Array(outcome.output.utf8)))?["verdict"]?.string)
    }
    #expect(try await judge([]) == (2, "undetermined"))
    let dated = ["--revocation-list", list, "--revocation-list-date"]
    #expect(try await judge(dated + ["2026-05-01T12:00:00Z"]) == (2, "undetermined"))
    #expect(try await judge(dated + ["2026-06-01T11:00:00Z"]) == (0, "accepted"))
  }

  private func outcome(
    _ arguments: [String], at time: String = "2026-06-01T12:00:00Z"
  ) async throws -> (code: Int32, verdict: String?, refusedAt: String?) {
    let outcome = try await Program.run(["attest", "verify", "--json", "--at", time] + arguments)
    let node = try? JSONReader().read(Array(outcome.output.utf8))
    return (outcome.code, node?["verdict"]?.string, node?["refusedAt"]?.string)
  }

  @Test("An assertion is accepted over its client data and past its counter alone")
  func assertion() async throws {
    let folder = try TemporaryFolder()
    let sample = try TestAppAttest()
    let (file, data, key) = (folder.path + "/assertion", folder.path + "/data", folder.path + "/key.pem")
    let hash = Array(SHA256.hash(data: Data("client data".utf8)))
    try Data(try sample.assertion(over: hash, counter: 7)).write(to: URL(fileURLWithPath: file))
    try Data("client data".utf8).write(to: URL(fileURLWithPath: data))
    try Data(sample.key.publicKey.pemRepresentation.utf8).write(to: URL(fileURLWithPath: key))
    let given = [file, "--kind", "app-attest-assertion", "--app-id", sample.appID, "--public-key", key]
    let good = try await outcome(given + ["--client-data", data, "--counter", "6"])
    #expect(good.code == 0 && good.verdict == "accepted")
    let again = try await outcome(given + ["--client-data", data, "--counter", "7"])
    #expect(again.code == 1 && again.refusedAt == "counter")
    #expect(try await outcome(given + ["--client-data", file]).code == 1)
    #expect(try await outcome(given).code == 64)
  }

  @Test("A Play Integrity token is accepted for its request and app alone, while it is fresh")
  func play() async throws {
    let folder = try TemporaryFolder()
    let sample = TestPlayToken()
    let (file, wrapping, signing) = (folder.path + "/token", folder.path + "/wrapping", folder.path + "/signing")
    let now = try Date("2026-06-01T12:00:00Z", strategy: .iso8601)
    let token = try sample.token(requestHash: "hash", seconds: Int64(now.timeIntervalSince1970) - 60)
    try Data(token.utf8).write(to: URL(fileURLWithPath: file))
    try Data(Data(sample.wrappingKey).base64EncodedString().utf8).write(to: URL(fileURLWithPath: wrapping))
    try Data(sample.signingKey.publicKey.pemRepresentation.utf8).write(to: URL(fileURLWithPath: signing))
    let keys = [file, "--kind", "play-integrity", "--decryption-key", wrapping, "--verification-key", signing]
    let good = try await outcome(keys + ["--app-id", "dev.example", "--request-hash", "hash"])
    #expect(good.code == 0 && good.verdict == "accepted")
    #expect(try await outcome(keys + ["--app-id", "dev.example", "--request-hash", "other"]).code == 1)
    #expect(try await outcome(keys + ["--app-id", "dev.other", "--request-hash", "hash"]).code == 1)
    let old = ["--app-id", "dev.example", "--request-hash", "hash", "--maximum-age", "30"]
    #expect(try await outcome(keys + old).code == 1)
  }

  @Test("A receipt is accepted for its app and key under the named root, while it is fresh")
  func receipt() async throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
      let path = folder.path + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return path
    }
    let sample = try TestAppAttest()
    let bytes = try TestReceipt(sample).bytes()
    let binary = try file("receipt", bytes)
    let json = try file("receipt.json", #"{"receiptBase64": "\#(Data(bytes).base64EncodedString())"}"#.utf8)
    let root = try file("root.pem", pem(sample.root).utf8)
    let key = try file("key.pem", sample.key.publicKey.pemRepresentation.utf8)
    let (made, kind) = ("2026-05-28T20:26:40Z", ["--kind", "app-attest-receipt"])
    let expected = ["--app-id", sample.appID, "--public-key", key, "--receipt-root", root]
    for form in [binary, json, try file("receipt.txt", Data(bytes).base64EncodedString().utf8)] {
      #expect(try await outcome([form] + kind + expected, at: made) == (0, "accepted", nil))
    }
    // Without a key it stays open which one the receipt is about.
    let open = ["--app-id", sample.appID, "--receipt-root", root]
    #expect(try await outcome([binary] + kind + open, at: made) == (0, "accepted", nil))
    #expect(try await outcome([binary] + kind + ["--receipt-root", root], at: made).code == 64)

    #expect(try await outcome([binary] + kind + expected, at: "2026-05-28T20:31:41Z") == (1, "refused", "timestamp"))
    let longer = expected + ["--maximum-age", "400"]
    #expect(try await outcome([binary] + kind + longer, at: "2026-05-28T20:31:41Z") == (0, "accepted", nil))
    let stored = expected + ["--maximum-age", "31536000"]
    #expect(try await outcome([binary] + kind + stored, at: "2026-08-26T20:26:40Z") == (1, "refused", "timestamp"))
    let app = ["--app-id", "ABCDE12345.dev.other", "--receipt-root", root]
    #expect(try await outcome([binary] + kind + app, at: made) == (1, "refused", "rpId"))
    let other = try file("other.pem", P256.Signing.PrivateKey().publicKey.pemRepresentation.utf8)
    let keyed = ["--app-id", sample.appID, "--public-key", other, "--receipt-root", root]
    #expect(try await outcome([binary] + kind + keyed, at: made) == (1, "refused", "keyId"))
    let foreign = try file("foreign.pem", pem(try TestAppAttest().root).utf8)
    for roots in [["--receipt-root", foreign], ["--root", root], []] {
      let given = [binary] + kind + ["--app-id", sample.appID] + roots
      #expect(try await outcome(given, at: made) == (1, "refused", "root"))
    }

    // Without the option it is production, as everywhere.
    for (names, refusedAt) in [(["development"], "environment"), (["development", "production"], nil)] {
      let given = [binary] + kind + expected + names.flatMap { ["--environment", $0] }
      #expect(try await outcome(given, at: made).refusedAt == refusedAt)
    }
    var sandbox = TestReceipt(sample)
    sandbox.environment = "sandbox"
    let development = try file("sandbox", try sandbox.bytes())
    #expect(try await outcome([development] + kind + expected, at: made) == (1, "refused", "environment"))
    let named = [development] + kind + expected + ["--environment", "development"]
    #expect(try await outcome(named, at: made) == (0, "accepted", nil))
    for other in ["app-attest-assertion", "android-key", "play-integrity"] {
      let given = ["attest", "verify", binary, "--kind", other, "--environment", "production"]
      let refusal = try await Program.run(given)
      #expect(refusal.code == 64 && refusal.errors.contains("--environment is for app-attest and"))
    }

    var changed = bytes
    changed.replace(Array("2026-05-28T20:26:40".utf8), with: Array("2026-05-28T20:26:39".utf8))
    let forged = try file("changed", changed)
    #expect(try await outcome([forged] + kind + expected, at: made) == (1, "refused", "signature"))
    let cut = try file("cut", bytes.dropLast(1))
    #expect(try await outcome([cut] + kind + expected, at: made) == (1, "refused", "parse"))
    for junk in [try file("empty", []), try file("junk.json", "{}".utf8), folder.path + "/none"] {
      #expect(try await outcome([junk] + kind + expected, at: made) == (65, nil, nil))
    }
  }
}
