import SecurityPolicy
import Testing
import UntrustedInput

@Suite struct PolicyDocumentTests {
  private static func at(_ line: Int, _ column: Int) -> TextPosition { TextPosition(line: line, column: column) }

  @Test("A policy that says nothing has the documented defaults")
  func defaults() throws {
    let policy = try PolicyDocument.read(PolicyText.with())
    #expect(policy.version == 1)
    #expect(policy.storage.accessibility == .afterFirstUnlockThisDeviceOnly)
    #expect(policy.storage.apiCache == .seconds(3600))
    #expect(policy.storage.imageCache == .seconds(7 * 86400))
    #expect(policy.storage.memoryCacheObjects == 100)
    #expect(policy.storage.places == StorageMap())
    #expect(policy.network.minimumTLS == .tls12)
    #expect(policy.network.requestTimeout == .seconds(30))
    #expect(policy.network.resourceTimeout == .seconds(60))
    #expect(policy.session.accessToken == .seconds(30 * 60))
    #expect(policy.session.refreshToken == .seconds(14 * 86400))
    #expect(policy.session.maximum == .seconds(30 * 86400))
    #expect(policy.session.inactivity == .seconds(4 * 3600))
    #expect(policy.session.refreshFailures == 5)
    #expect(policy.session.pin.minimumDigits == 4)
    #expect(policy.session.pin.maximumDigits == 6)
    #expect(policy.integrity.minimumInterval == .seconds(30 * 60))
    #expect(policy.integrity.maximumInterval == .seconds(180 * 60))
    #expect(policy.logging.release == .error)
    #expect(policy.logging.debug == .debug)
    #expect(policy.server.unattested.admitted == false)
    #expect(policy.server.devices.isEmpty)
    #expect(Array(policy.environments.keys) == [.prod])
    #expect(policy.environments[.prod]?.anchors == [])
  }

  @Test("Every value of a file arrives")
  func values() throws {
    let policy = try PolicyDocument.read(
      PolicyText.with(
        #"""
        // a person wrote this
        "storage": {"accessibility": "whenPasscodeSetThisDeviceOnly", "apiCache": "0s", "imageCache": "2d", "memoryCacheObjects": 7,
          "places": {"userSetting": "sealedRecords", "image": "memoryCache", "pinHash": "nowhere"}},
        "network": {"minimumTLS": "1.3", "requestTimeout": "5s", "resourceTimeout": "1m"},
        "session": {"accessToken": "5m", "refreshToken": "1d", "maximum": "3d", "inactivity": "10m", "refreshFailures": 2,
          "pin": {"minimumDigits": 6, "maximumDigits": 8}},
        "integrity": {"checkInterval": {"minimum": "1m", "maximum": "2m"}},
        "logging": {"release": "warning", "debug": "info"},
        "server": {"unattested": {"admitted": true, "mayLogIn": true, "requestsPerMinute": 9}, "devices": {
          "ios": {"minimumVersion": "18.0", "maximumVersion": "26.1", "blacklistedVersions": ["18.1", "18.2"]},
          "linux": {"rejected": true, "minimumPatch": "6.1.0-37-amd64", "maximumPatch": "7", "blacklistedPatches": ["6.5"],
            "whenRooted": "allow", "whenHooked": "allow", "whenUndetermined": "allow"}}}
        """#))
    #expect(policy.storage.accessibility == .whenPasscodeSetThisDeviceOnly)
    #expect(policy.storage.places.place(of: .userSetting) == .sealedRecords)
    #expect(policy.storage.places.place(of: .image) == .memoryCache)
    #expect(policy.storage.places.place(of: .pinHash) == .nowhere)
    #expect(policy.storage.places.place(of: .authenticationToken) == .secretStore)
    #expect(policy.storage.apiCache == .zero)
    #expect(policy.storage.imageCache == .seconds(172_800))
    #expect(policy.storage.memoryCacheObjects == 7)
    #expect(policy.network.minimumTLS == .tls13)
    #expect(policy.network.requestTimeout == .seconds(5))
    #expect(policy.session.accessToken == .seconds(300))
    #expect(policy.session.refreshToken == .seconds(86400))
    #expect(policy.session.maximum == .seconds(3 * 86400))
    #expect(policy.session.inactivity == .seconds(600))
    #expect(policy.session.refreshFailures == 2)
    #expect(policy.session.pin.minimumDigits == 6)
    #expect(policy.session.pin.maximumDigits == 8)
    #expect(policy.integrity.minimumInterval == .seconds(60))
    #expect(policy.integrity.maximumInterval == .seconds(120))
    #expect(policy.logging.release == .warning)
    #expect(policy.logging.debug == .info)
    #expect(policy.server.unattested.admitted && policy.server.unattested.mayLogIn)
    #expect(policy.server.unattested.requestsPerMinute == 9)
    let phone = try #require(policy.server.devices[.ios])
    #expect(phone.minimumVersion?.description == "18.0")
    #expect(phone.maximumVersion?.description == "26.1")
    #expect(phone.blacklistedVersions.map(\.description) == ["18.1", "18.2"])
    #expect(phone.whenRooted == .reject && phone.whenHooked == .reject && phone.whenUndetermined == .reject)
    let desk = try #require(policy.server.devices[.linux])
    #expect(desk.rejected)
    #expect(desk.minimumPatch?.description == "6.1.0-37-amd64")
    #expect(desk.maximumPatch?.description == "7")
    #expect(desk.blacklistedPatches.map(\.description) == ["6.5"])
    #expect(desk.whenRooted == .allow && desk.whenHooked == .allow && desk.whenUndetermined == .allow)
  }

  private static let days365 = "from 0s to 365d"
  private static let words = "one of afterFirstUnlock"
  private static let refused: [(String, PolicyError)] = [
    (#""hunter2": 1"#, .unknownKey(path: "the document", at: at(2, 2))),
    (#""session": {"hunter2": 1}"#, .unknownKey(path: "session", at: at(2, 14))),
    (#""server": {"devices": {"ios": {"hunter2": 1}}}"#, .unknownKey(path: "server.devices.ios", at: at(2, 33))),
    (#""server": {"devices": {"hunter2": {}}}"#, .unknownKey(path: "server.devices", at: at(2, 25))),
    (#""storage": 3"#, .wrongType(path: "storage", expected: "an object", at: at(2, 13))),
    (#""storage": null"#, .wrongType(path: "storage", expected: "an object", at: at(2, 13))),
    (
      #""storage": {"memoryCacheObjects": "7"}"#,
      .wrongType(path: "storage.memoryCacheObjects", expected: "a number", at: at(2, 36))
    ),
    (
      #""storage": {"memoryCacheObjects": -1}"#,
      .outOfRange(path: "storage.memoryCacheObjects", allowed: "an integer from 0 to 1000000", at: at(2, 36))
    ),
    (
      #""storage": {"memoryCacheObjects": 1.0}"#,
      .outOfRange(path: "storage.memoryCacheObjects", allowed: "an integer from 0 to 1000000", at: at(2, 36))
    ),
    (
      #""storage": {"accessibility": 1}"#,
      .wrongType(path: "storage.accessibility", expected: "a text in quotes", at: at(2, 31))
    ),
    (#""storage": {"apiCache": 3600}"#, .wrongUnit(path: "storage.apiCache", at: at(2, 26))),
    (#""storage": {"apiCache": "3600"}"#, .wrongUnit(path: "storage.apiCache", at: at(2, 26))),
    (#""storage": {"apiCache": "1w"}"#, .wrongUnit(path: "storage.apiCache", at: at(2, 26))),
    (
      #""storage": {"apiCache": true}"#,
      .wrongType(path: "storage.apiCache", expected: "a duration in quotes, such as \"30m\"", at: at(2, 26))
    ),
    (#""storage": {"apiCache": "366d"}"#, .outOfRange(path: "storage.apiCache", allowed: days365, at: at(2, 26))),
    (
      #""storage": {"places": []}"#,
      .wrongType(path: "storage.places", expected: "an object", at: at(2, 24))
    ),
    (#""storage": {"places": {"hunter2": "nowhere"}}"#, .unknownKey(path: "storage.places", at: at(2, 25))),
    (
      #""storage": {"places": {"image": "hunter2"}}"#,
      .malformed(
        path: "storage.places.image",
        expected: "one of secretStore, sealedRecords, preferences, diskCache, memoryCache, nowhere", at: at(2, 34))
    ),
    (
      #""storage": {"places": {"authenticationToken": "preferences"}}"#,
      .malformed(
        path: "storage.places.authenticationToken", expected: "one of secretStore, nowhere", at: at(2, 48))
    ),
    (
      #""storage": {"places": {"password": "secretStore"}}"#,
      .malformed(path: "storage.places.password", expected: "one of nowhere", at: at(2, 37))
    ),
    (
      #""storage": {"accessibility": "insecureMigratingWhenUnlocked"}"#,
      .contradiction(.insecureInProd, path: "storage.accessibility", at: at(2, 13))
    ),
    (
      #""storage": {"accessibility": "insecureMigratingAfterFirstUnlock"}"#,
      .contradiction(.insecureInProd, path: "storage.accessibility", at: at(2, 13))
    ),
    (
      #""network": {"minimumTLS": "1.1"}"#,
      .malformed(path: "network.minimumTLS", expected: "one of 1.2, 1.3", at: at(2, 28))
    ),
    (
      #""network": {"minimumTLS": 1.2}"#,
      .wrongType(path: "network.minimumTLS", expected: "a text in quotes", at: at(2, 28))
    ),
    (
      #""network": {"requestTimeout": "61s"}"#,
      .contradiction(.requestLongerThanResource, path: "network", at: at(2, 32))
    ),
    (
      #""network": {"resourceTimeout": "29s"}"#,
      .contradiction(.requestLongerThanResource, path: "network", at: at(2, 33))
    ),
    (
      #""network": {"requestTimeout": "0s"}"#,
      .outOfRange(path: "network.requestTimeout", allowed: "from 1s to 1h", at: at(2, 32))
    ),
    (#""session": {"refreshToken": "29m"}"#, .contradiction(.refreshShorterThanAccess, path: "session", at: at(2, 30))),
    (
      #""session": {"accessToken": "1h", "refreshToken": "59m"}"#,
      .contradiction(.refreshShorterThanAccess, path: "session", at: at(2, 51))
    ),
    (#""session": {"maximum": "13d"}"#, .contradiction(.sessionShorterThanRefresh, path: "session", at: at(2, 25))),
    (
      #""session": {"refreshFailures": 0}"#,
      .outOfRange(path: "session.refreshFailures", allowed: "an integer from 1 to 100", at: at(2, 33))
    ),
    (
      #""session": {"pin": {"minimumDigits": 7}}"#,
      .contradiction(.minimumAboveMaximum, path: "session.pin", at: at(2, 39))
    ),
    (
      #""session": {"pin": {"minimumDigits": 3}}"#,
      .outOfRange(path: "session.pin.minimumDigits", allowed: "an integer from 4 to 16", at: at(2, 39))
    ),
    (
      #""integrity": {"checkInterval": {"minimum": "4h"}}"#,
      .contradiction(.minimumAboveMaximum, path: "integrity.checkInterval", at: at(2, 45))
    ),
    (
      #""logging": {"file": {}}"#, .missingKey(path: "logging.file.name", at: at(2, 22))
    ),
    (
      #""logging": {"file": {"name": "../x"}}"#,
      .malformed(path: "logging.file.name", expected: "1 to 32 of a–z, 0–9 and -", at: at(2, 31))
    ),
    (
      #""logging": {"file": {"name": "x", "bytes": 1}}"#,
      .outOfRange(path: "logging.file.bytes", allowed: "an integer from 16384 to 67108864", at: at(2, 45))
    ),
    (
      #""logging": {"file": {"name": "x", "days": 0}}"#,
      .outOfRange(path: "logging.file.days", allowed: "an integer from 1 to 365", at: at(2, 44))
    ),
    (
      #""logging": {"release": "trace"}"#,
      .malformed(path: "logging.release", expected: "one of debug, info, warning, error", at: at(2, 25))
    ),
    (
      #""logging": {"release": "debug"}"#, .contradiction(.talkativeInProd, path: "logging.release", at: at(2, 13))
    ),
    (#""logging": {"release": "info"}"#, .contradiction(.talkativeInProd, path: "logging.release", at: at(2, 13))),
    (
      #""server": {"unattested": {"admitted": 1}}"#,
      .wrongType(path: "server.unattested.admitted", expected: "true or false", at: at(2, 40))
    ),
    (
      #""server": {"devices": {"ios": {"minimumVersion": "19", "maximumVersion": "18.9"}}}"#,
      .contradiction(.minimumAboveMaximum, path: "server.devices.ios", at: at(2, 51))
    ),
    (
      #""server": {"devices": {"ios": {"minimumPatch": "2", "maximumPatch": "1"}}}"#,
      .contradiction(.minimumAboveMaximum, path: "server.devices.ios", at: at(2, 49))
    ),
    (
      #""server": {"devices": {"ios": {"blacklistedVersions": ["18", "18.0"]}}}"#,
      .contradiction(.listedTwice, path: "server.devices.ios.blacklistedVersions", at: at(2, 63))
    ),
    (
      #""server": {"devices": {"ios": {"blacklistedVersions": "18"}}}"#,
      .wrongType(path: "server.devices.ios.blacklistedVersions", expected: "a list", at: at(2, 56))
    ),
    (
      #""server": {"devices": {"ios": {"maximumVersion": "18.x"}}}"#,
      .malformed(path: "server.devices.ios.maximumVersion", expected: "a version such as 18.4", at: at(2, 51))
    ),
    (#""session": {}, "session": {}"#, .unreadable(.duplicateName(at: at(2, 17)))),
  ]

  @Test("What a policy may not say is refused where it stands", arguments: refused)
  func refusals(section: String, error: PolicyError) {
    #expect(throws: error) { try PolicyDocument.read(PolicyText.with(section)) }
    #expect(!error.description.contains("hunter2"))
    #expect(error.position.line == 2)
    #expect(error.description.hasPrefix("line 2, column \(error.position.column): "))
  }

  @Test(
    "A policy without an environment prod may say insecure, and its slice carries it",
    arguments: ["insecureMigratingWhenUnlocked", "insecureMigratingAfterFirstUnlock"])
  func insecureOutsideProd(word: String) throws {
    let policy = try PolicyDocument.read(
      PolicyText.with(
        "\"storage\": {\"accessibility\": \"\(word)\"}",
        environments: "{\"dev\": \(PolicyText.environment()), \"stage\": \(PolicyText.environment())}"))
    #expect(policy.storage.accessibility.rawValue == word)
    #expect(policy.slice(for: .dev)?.storage.accessibility.rawValue == word)
  }

  @Test("A release build may log everything where there is no environment prod")
  func talkativeOutsideProd() throws {
    let policy = try PolicyDocument.read(
      PolicyText.with(
        #""logging": {"release": "debug"}"#, environments: "{\"dev\": \(PolicyText.environment())}"))
    #expect(policy.logging.release == .debug)
  }

  @Test(
    "An endpoint is an origin and nothing else",
    arguments: [
      "http://a.example", "https://", "https://a.example/", "https://a.example/v1", "https://u@a.example",
      "https://u:p@a.example",
      "https://a.example?x", "https://a.example#x", "https://a.example:", "https://a.example:0",
      "https://a.example:65536",
      "https://a.example:0443", "HTTPS://a.example", "https://A.example", "https://a..example", "https://-a.example",
      "https://ä.example", "https://a.example ", "https://[::1", "https://[]", "https://[::1]x", "https://a_b.example",
      "",
    ])
  func endpoints(text: String) {
    let environments = "{\"prod\": \(PolicyText.environment(endpoint: text))}"
    #expect(
      throws: PolicyError.malformed(
        path: "environments.prod.endpoint", expected: "https://host or https://host:port in lower case",
        at: Self.at(3, 23))
    ) { try PolicyDocument.read(PolicyText.with(environments: environments)) }
  }

  @Test(
    "Origins with port or address are accepted",
    arguments: [
      "https://a.example", "https://localhost:8443", "https://127.0.0.1:1", "https://[::1]:65535",
      "https://[2001:db8::1]",
    ])
  func goodEndpoints(text: String) throws {
    let environments = "{\"dev\": \(PolicyText.environment(endpoint: text))}"
    #expect(try PolicyDocument.read(PolicyText.with(environments: environments)).environments[.dev]?.endpoint == text)
  }

  private static let path = "environments.prod"
  private static let (pinA, pinB) = (PolicyText.pinA, PolicyText.pinB)
  private static let pinForm = "32 bytes in standard base64"
  private static let badEnvironments: [(String, PolicyError)] = [
    (PolicyText.environment(pins: "[\"\(pinA)\"]"), .contradiction(.noBackupPin, path: "\(path).pins", at: at(4, 9))),
    (
      PolicyText.environment(pins: "[\"\(pinA)\", \"\(pinA)\"]"),
      .contradiction(.noBackupPin, path: "\(path).pins", at: at(4, 9))
    ),
    (
      PolicyText.environment(pins: "[]"),
      .outOfRange(path: "\(path).pins", allowed: "a list of 2 to 16 entries", at: at(4, 9))
    ),
    (
      PolicyText.environment(pins: "[\"\(pinA)\", \"\(pinB)\", \"\(pinA)\"]"),
      .contradiction(.listedTwice, path: "\(path).pins", at: at(4, 106))
    ),
    (
      PolicyText.environment(pins: "[\"\(pinA)\", \"\(pinB.dropLast())\"]"),
      .malformed(path: "\(path).pins", expected: pinForm, at: at(4, 58))
    ),
    (
      PolicyText.environment(pins: "[\"\(pinA)\", \"\(pinB.replacing("/", with: "_"))\"]"),
      .malformed(path: "\(path).pins", expected: pinForm, at: at(4, 58))
    ),
    (
      PolicyText.environment(pins: "[\"AAAA\", \"\(pinB)\"]"),
      .malformed(path: "\(path).pins", expected: pinForm, at: at(4, 10))
    ),
    (
      PolicyText.environment(pins: "[1, 2]"),
      .wrongType(path: "\(path).pins", expected: "a text in quotes", at: at(4, 10))
    ),
    (PolicyText.environment(pins: "null"), .wrongType(path: "\(path).pins", expected: "a list", at: at(4, 9))),
    (
      PolicyText.environment(tokenKeys: "[]"),
      .outOfRange(path: "\(path).tokenKeys", allowed: "a list of 1 to 16 entries", at: at(5, 14))
    ),
    (
      PolicyText.environment(tokenKeys: "[\"\(pinA)\"]"),
      .malformed(path: "\(path).tokenKeys", expected: "base64url of 32 bytes", at: at(5, 15))
    ),
    (
      PolicyText.environment(loginKey: PolicyText.tokenKey),
      .malformed(path: "\(path).loginKey", expected: "an RSA public key in DER (SPKI), base64url", at: at(6, 13))
    ),
    (
      PolicyText.environment(loginKey: Base64URL.encode([3] + Array(repeating: 9, count: 64))),
      .malformed(path: "\(path).loginKey", expected: "an RSA public key in DER (SPKI), base64url", at: at(6, 13))
    ),
    (
      PolicyText.environment(more: ",\n\"anchors\": [\"AAAA\"]"),
      .malformed(path: "\(path).anchors", expected: "a DER certificate in standard base64", at: at(7, 13))
    ),
    (PolicyText.environment(more: ",\n\"insecureAnything\": true"), .unknownKey(path: path, at: at(7, 1))),
    ("{}", .missingKey(path: "\(path).endpoint", at: at(3, 10))),
  ]

  @Test("An environment that could not be trusted is refused where it stands", arguments: badEnvironments)
  func environments(text: String, error: PolicyError) {
    #expect(throws: error) { try PolicyDocument.read(PolicyText.with(environments: "{\"prod\": \(text)}")) }
  }

  @Test(
    "Version, name and environments must be there",
    arguments: [
      ("[]", PolicyError.wrongType(path: "the document", expected: "an object", at: at(1, 1))),
      ("{}", .missingKey(path: "version", at: at(1, 1))),
      (#"{"version": "1"}"#, .wrongType(path: "version", expected: "a number", at: at(1, 13))),
      (#"{"version": 0}"#, .outOfRange(path: "version", allowed: "1", at: at(1, 13))),
      (#"{"future": {}, "version": 2}"#, .newerVersion(at: at(1, 27))),
      (#"{"version": 1}"#, .missingKey(path: "name", at: at(1, 1))),
      (
        #"{"version": 1, "name": ""}"#,
        .malformed(path: "name", expected: "1 to 100 printable characters", at: at(1, 24))
      ),
      (
        #"{"version": 1, "name": "\u001b[2J"}"#,
        .malformed(path: "name", expected: "1 to 100 printable characters", at: at(1, 24))
      ),
      (#"{"version": 1, "name": "n"}"#, .missingKey(path: "environments", at: at(1, 1))),
      (
        #"{"version": 1, "name": "n", "environments": {}}"#,
        .contradiction(.noEnvironments, path: "environments", at: at(1, 45))
      ),
      (#"{"version": 1, "name": "n", "environments": {"test": {}}}"#, .unknownKey(path: "environments", at: at(1, 46))),
      ("{\n", .unreadable(.malformed(expected: "a name in double quotes", at: at(2, 1)))),
    ])
  func frame(text: String, error: PolicyError) {
    #expect(throws: error) { try PolicyDocument.read(Array(text.utf8)) }
    #expect(error.position == (text == "{\n" ? Self.at(2, 1) : error.position))
  }

  @Test("What is written is read back as the same policy", arguments: 0..<150 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed)
    let policy = RandomPolicy.make(&generator)
    for writer in [JSONWriter(), JSONWriter(indentation: 2)] {
      let bytes = writer.bytes(PolicyDocument.write(policy))
      let back = try PolicyDocument.read(bytes)
      #expect(back == policy)
      #expect(writer.bytes(PolicyDocument.write(back)) == bytes)
    }
    for name in EnvironmentName.allCases {
      guard let slice = policy.slice(for: name) else { continue }
      #expect(try PolicySlice(reading: slice.bytes) == slice)
    }
  }

  @Test("A policy with a byte changed is read or refused, never worse", arguments: 0..<300 as Range<UInt64>)
  func mutation(seed: UInt64) {
    var generator = SeededGenerator(seed)
    var bytes = JSONWriter().bytes(PolicyDocument.write(RandomPolicy.make(&generator)))
    let index = Int.random(in: 0..<bytes.count, using: &generator)
    bytes[index] = UInt8.random(in: 0x20..<0x7F, using: &generator)
    do {
      let policy = try PolicyDocument.read(bytes)
      #expect((try? PolicyDocument.read(JSONWriter().bytes(PolicyDocument.write(policy)))) == policy)
    } catch {
      // A byte of a longer character is no text any more, and text has the only places that there are.
      #expect(error.position.line == 1 || error == .unreadable(.notUTF8), "\(error)")
    }
  }
}
