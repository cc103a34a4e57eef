import PlatformNetwork
import SecurityPolicy
import Testing
import UntrustedInput

@Suite("Files of Universal Links and App Links")
struct LinkFilesTests {
  private static let digest = String(repeating: "0a", count: 32)

  private func app() throws -> LinkedApp {
    try LinkedApp(
      appleIDs: ["ABCDE12345.org.example.app"], packages: ["org.example.app"], signingDigests: [Self.digest])
  }

  @Test("What is written is read back without findings and names the app")
  func roundTrip() throws {
    let app = try app()
    let apple = try AppSiteAssociation(reading: try AppSiteAssociation.written(for: app, paths: ["/in/*"]).bytes)
    #expect(apple.findings.isEmpty && apple.linkedIDs == Set(app.appleIDs) && apple.passwordIDs == apple.linkedIDs)
    #expect(apple.compared(with: app).isEmpty)
    let android = try AssetLinks(reading: try AssetLinks.written(for: app).bytes)
    #expect(android.findings.isEmpty && android.apps == ["org.example.app": [Self.digest]])
    #expect(android.compared(with: app).isEmpty)
    let other = try LinkedApp(appleIDs: ["ABCDE12345.b"], packages: ["b.c"], signingDigests: [Self.digest])
    #expect(apple.compared(with: other).rules == [.appMissing, .appNotInPolicy])
    #expect(android.compared(with: other).rules == [.appMissing, .appNotInPolicy])
  }

  @Test("An app or a signer that the policy does not know is found, beside those that it knows")
  func foreign() throws {
    let own = try app()
    let second = String(repeating: "0b", count: 32)
    let ids = ["ABCDE12345.org.example.app", "ABCDE12345.evil"]
    let apple = String(decoding: try AppSiteAssociation.written(for: own).bytes, as: UTF8.self)
    let both = try AppSiteAssociation(reading: try AppSiteAssociation.written(for: try LinkedApp(appleIDs: ids)).bytes)
    #expect(both.compared(with: own).rules == [.appNotInPolicy])
    let passwords = #"{"webcredentials": {"apps": ["\#(ids[0])", "\#(ids[1])"]}, "#
    let links = #""applinks": {"details": [{"appIDs": ["\#(ids[0])"]}]}}"#
    let sharing = try AppSiteAssociation(reading: Array((passwords + links).utf8))
    #expect(sharing.findings.isEmpty && sharing.compared(with: own).rules == [.appNotInPolicy])
    #expect(try AppSiteAssociation(reading: Array(("{" + links).utf8)).compared(with: own).isEmpty)
    #expect(
      try AppSiteAssociation(reading: Array(apple.utf8)).compared(with: try LinkedApp()).rules == [.appNotInPolicy])
    for (packages, digests) in [
      (["org.example.app", "b.c"], [Self.digest]), (["org.example.app"], [Self.digest, second]),
    ] {
      let wider = try LinkedApp(packages: packages, signingDigests: digests)
      let file = try AssetLinks(reading: try AssetLinks.written(for: wider).bytes)
      #expect(file.compared(with: own).rules == [.appNotInPolicy])
      let narrow = try AssetLinks(reading: try AssetLinks.written(for: own).bytes)
      #expect(narrow.compared(with: wider).rules == [.appMissing])
    }
  }

  @Test("The policy's origins name the apps")
  func policy() throws {
    var server = ServerRequirement()
    var apple = DeviceRules()
    apple.origin.apps = ["org.example.app", "org.example.beta"]
    apple.origin.teamIDs = ["ABCDE12345"]
    var android = DeviceRules()
    android.origin.apps = ["org.example.app"]
    android.origin.signingDigests = [Self.digest]
    server.devices = [.ios: apple, .android: android]
    let app = try LinkedApp(server)
    #expect(app.appleIDs == ["ABCDE12345.org.example.app", "ABCDE12345.org.example.beta"])
    #expect(app.packages == ["org.example.app"] && app.signingDigests == [Self.digest])
    server.devices[.android]?.origin.signingDigests = []
    #expect(throws: PlatformNetworkError.incompleteOrigin) { try LinkedApp(server) }
  }

  @Test("Flaws of an apple-app-site-association are found")
  func apple() throws {
    let good = #""appIDs": ["ABCDE12345.a.b"]"#
    let cases: [(String, [PlatformRule])] = [
      ("[]", [.wrongStructure]), (#"{"applinks": {}}"#, [.wrongStructure]), (#"{"other": 1}"#, [.unknownPart, .noApp]),
      ("{}", [.noApp]), (#"{"applinks": {"details": []}}"#, [.noApp]),
      (#"{"appclips": {"apps": ["ABCDE12345.a.b.Clip"]}}"#, []),
      (#"{"applinks": {"details": [{}]}}"#, [.wrongStructure]),
      (#"{"applinks": {"apps": [], "details": [{\#(good)}]}}"#, [.olderForm]),
      (
        #"{"applinks": {"details": [{"appID": "ABCDE12345.a.b", "paths": ["NOT /x", "*", "y"]}]}}"#,
        [.olderForm, .olderForm, .badPath]
      ),
      (#"{"applinks": {"details": [{"appIDs": ["abcde12345.a.b"]}]}}"#, [.badAppID]),
      (
        #"{"applinks": {"details": [{\#(good), "components": [{"/": "x"}, {"/": 1}, {"?": {"a": "b"}, "exclude": true}, {"no": 1}]}]}}"#,
        [.badPath, .wrongType, .unknownPart]
      ),
      (#"{"webcredentials": {"apps": ["x"]}}"#, [.badAppID]),
      ("\u{FEFF}{\"applinks\": {\"details\": [{\(good)}]}}", [.byteOrderMark]),
    ]
    for (text, rules) in cases {
      #expect(try AppSiteAssociation(reading: Array(text.utf8)).findings.rules == rules, "\(text)")
    }
    let large = #"{"applinks": {"details": [{\#(good)}]}}"# + String(repeating: " ", count: 128 << 10)
    #expect(try AppSiteAssociation(reading: Array(large.utf8)).findings.rules == [.tooLarge])
    #expect(throws: PlatformNetworkError.self) { try AppSiteAssociation(reading: Array("{".utf8)) }
    #expect(throws: PlatformNetworkError.self) { try AppSiteAssociation(reading: Array(#"{"a": 1, "a": 2}"#.utf8)) }
  }

  private static let fingerprint = Array(repeating: "0A", count: 32).joined(separator: ":")
  private static let sharing = "delegate_permission/common.get_login_creds"

  private static func statement(
    relation: String = AssetLinks.relation, package: String = "a.b", print: String = fingerprint
  ) -> String {
    #"{"relation": ["\#(relation)"], "target": {"namespace": "android_app", "package_name": "\#(package)", "#
      + #""sha256_cert_fingerprints": ["\#(print)"]}}"#
  }

  @Test("Flaws of an assetlinks.json are found")
  func android() throws {
    let print = Self.fingerprint
    func statement(relation: String = AssetLinks.relation, package: String = "a.b", print: String) -> String {
      "[" + Self.statement(relation: relation, package: package, print: print) + "]"
    }
    let cases: [(String, [PlatformRule])] = [
      (statement(print: print), []), (statement(print: print.lowercased()), [.badFingerprint]),
      (statement(print: String(print.dropLast(3))), [.badFingerprint]),
      (statement(relation: Self.sharing, print: print), [.noRelation]),
      (statement(package: "app", print: print), [.badPackage]), ("{}", [.wrongStructure]), ("[{}]", [.wrongStructure]),
      (#"[{"relation": [], "target": {"namespace": "web", "site": "https://a.example"}}]"#, [.noApp]),
      ("[]", [.noApp]),
    ]
    for (text, rules) in cases {
      #expect(try AssetLinks(reading: Array(text.utf8)).findings.rules == rules, "\(text)")
    }
  }

  @Test("A statement of another relation is passed over where one opens links for its package, before it or after")
  func otherRelations() throws {
    let links = Self.statement(), other = Self.statement(relation: Self.sharing)
    let signer = Self.fingerprint.replacing("0A", with: "0B")
    let cases: [([String], [PlatformRule])] = [
      ([links, other], []), ([other, links], []), ([other, links, other], []), ([other], [.noRelation]),
      ([other, other], [.noRelation, .noRelation]),
      ([links, Self.statement(relation: Self.sharing, package: "b.c")], [.noRelation]),
      ([links, Self.statement(relation: Self.sharing, print: "x")], []),
      ([Self.statement(print: "x"), other], [.badFingerprint]),
      ([links.replacing("android_app", with: "web"), other], [.noRelation]),
    ]
    for (statements, rules) in cases {
      let text = "[" + statements.joined(separator: ", ") + "]"
      #expect(try AssetLinks(reading: Array(text.utf8)).findings.rules == rules, "\(text)")
    }
    // Who may share a login may not open links.
    let text = "[" + links + ", " + Self.statement(relation: Self.sharing, print: signer) + "]"
    #expect(try AssetLinks(reading: Array(text.utf8)).apps == ["a.b": [Self.digest]])
  }

  @Test("What is no identifier or path is not written")
  func refuses() throws {
    #expect(throws: PlatformNetworkError.malformedIdentifier) { try LinkedApp(appleIDs: ["a"]) }
    #expect(throws: PlatformNetworkError.malformedIdentifier) { try LinkedApp(packages: ["a.b"]) }
    let app = try app()
    #expect(throws: PlatformNetworkError.malformedPath) { try AppSiteAssociation.written(for: app, paths: ["x"]) }
    #expect(throws: PlatformNetworkError.malformedIdentifier) { try AssetLinks.written(for: try LinkedApp()) }
  }
}
