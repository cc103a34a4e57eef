import Foundation
import NetworkTrust
import Redaction
import SecretStorage
import SecurityPolicy
import TakGateway
import TakyServer
import Testing

/// Packages that taky's tool made once, taken apart and packed again in the ways of the field, by hand and in bad faith.
@Suite(.disabled(if: Taky.isMissing)) struct DataPackageTests {
  private static let preferences = "certs/preference.pref"

  /// The files of a package of taky, made once for all tests.
  private static let files = made.filter { !$0.path.hasPrefix("other-") }

  /// Those files, and others that take their place: certificates for alice of another authority (`other-foreign`), for
  /// servers only (`other-server`) and with an empty password (`other-open-`), and truststores.
  private static let made: [(path: String, content: [UInt8])] = {
    let script = """
      import sys, zipfile, pathlib, subprocess
      folder = sys.argv[1]
      call = [sys.executable, "-W", "ignore", "-m", "taky.cli"]
      quiet = dict(cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      subprocess.run(call + ["setup", "--host", "h", "--public-ip", "10.0.0.1", "site"], **quiet)
      subprocess.run(call + ["-c", "site/taky.conf", "build_client", "alice"], **quiet)
      with zipfile.ZipFile(folder + "/alice.zip") as package:
          for name in package.namelist():
              print(name, package.read(name).hex())
      subprocess.run(call + ["setup", "--host", "h", "--public-ip", "10.0.0.1", "other"], **quiet)
      subprocess.run(call + ["-c", "other/taky.conf", "build_client", "mallory"], **quiet)
      with zipfile.ZipFile(folder + "/mallory.zip") as package:
          name = next(name for name in package.namelist() if "mallory-" in name)
          print("other-foreign", package.read(name).hex())
      pathlib.Path(folder, "usage").write_text("extendedKeyUsage=serverAuth\\n")
      for line in [
          "req -new -newkey rsa:2048 -nodes -keyout k -out r -subj /CN=alice",
          "x509 -req -in r -CA site/ssl/ca.crt -CAkey site/ssl/ca.key -set_serial 9 -days 90 -extfile usage -out c",
          "pkcs12 -export -inkey k -in c -passout pass:atakatak -out p",
      ]:
          subprocess.run(["openssl"] + line.split(), **quiet)
      print("other-server", pathlib.Path(folder, "p").read_bytes().hex())
      for kind, line in [("client", "-inkey k -in c"), ("server", "-nokeys -in site/ssl/ca.crt")]:
          subprocess.run(["openssl", "pkcs12", "-export", "-passout", "pass:", "-out", "p"] + line.split(), **quiet)
          print("other-open-" + kind, pathlib.Path(folder, "p").read_bytes().hex())
      def certificates(kind, texts):
          pathlib.Path(folder, "all").write_bytes(b"".join(texts))
          line = "pkcs12 -export -nokeys -in all -passout pass:atakatak -out p"
          subprocess.run(["openssl"] + line.split(), **quiet)
          print("other-" + kind, pathlib.Path(folder, "p").read_bytes().hex())
      def read(name):
          return pathlib.Path(folder, name).read_bytes()
      new = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -keyout k2 -out c2 -subj /CN="
      authorities, leaves = [], []
      for number in range(17):
          subprocess.run(["openssl"] + (new + str(number)).split(), **quiet)
          authorities.append(read("c2"))
      for number in range(9):
          line = new + "h" + str(number) + " -addext extendedKeyUsage=serverAuth -addext basicConstraints=CA:FALSE"
          subprocess.run(["openssl"] + line.split(), **quiet)
          leaves.append(read("c2"))
      own = [read("site/ssl/ca.crt"), read("c")]
      certificates("few", own + leaves[:7])
      certificates("leaves", own + leaves)
      certificates("full", authorities[:16])
      certificates("authorities", authorities)
      """
    let folder = FileManager.default.temporaryDirectory.appending(path: "package-" + UUID().uuidString)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = (try? Taky.runBlocking([Taky.python, "-c", script, folder.path]).output) ?? ""
    return output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ")
      guard parts.count == 2 else { return nil }
      let digits = Array(parts[1].utf8)
      let content = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
      }
      return (String(parts[0]), content)
    }
  }()

  private func text(_ path: String = preferences) throws -> String {
    let file = try #require(Self.files.first { $0.path == path })
    return String(decoding: file.content, as: UTF8.self)
  }

  /// The package with another preference file, and files beside those that it had.
  private func package(
    and more: [(path: String, content: [UInt8])] = [], _ change: (String) -> String
  ) throws -> [UInt8] {
    let changed = change(try text())
    let files = Self.files.map {
      $0.path == Self.preferences ? (path: $0.path, content: Array(changed.utf8)) : $0
    }
    return PackageZip.bytes(files + more)
  }

  /// The package with another client's certificate.
  private func preview(with client: String) throws -> PackagePreview {
    let other = try #require(Self.made.first { $0.path == client })
    let files = Self.files.map { $0.path.contains("alice-") ? ($0.path, other.content) : $0 }
    return try DataPackage(PackageZip.bytes(files)).preview(at: Date())
  }

  /// The package with another truststore.
  private func package(trusting truststore: String) throws -> DataPackage {
    let other = try #require(Self.made.first { $0.path == truststore })
    let files = Self.files.map { $0.path.contains("server-") ? ($0.path, other.content) : $0 }
    return try DataPackage(PackageZip.bytes(files))
  }

  /// The package with certificate files whose password is empty.
  private func unlocked(_ preferences: String) throws -> DataPackage {
    let client = try #require(Self.made.first { $0.path == "other-open-client" })
    let trust = try #require(Self.made.first { $0.path == "other-open-server" })
    return try DataPackage(
      PackageZip.bytes(
        Self.files.map { file in
          if file.path == Self.preferences { return (path: file.path, content: Array(preferences.utf8)) }
          if file.path.contains("server-") { return (path: file.path, content: trust.content) }
          return (path: file.path, content: file.path.contains("alice-") ? client.content : file.content)
        }))
  }

  private func user(_ files: [(path: String, content: [UInt8])]) throws -> String? {
    try DataPackage(PackageZip.bytes(files)).preview(at: Date()).user
  }

  @Test func `Whatever folder the files lie in, and whatever a Mac leaves beside them, they are found`() throws {
    #expect(try user(Self.files) == "alice")
    #expect(try user(Self.files.map { ("mine/" + $0.path, $0.content) }) == "alice")
    let flat = Self.files.map { (path: $0.path.split(separator: "/").last.map(String.init) ?? "", content: $0.content) }
    #expect(try user(flat) == "alice")
    let shadows = Self.files.map { (path: "__MACOSX/" + $0.path, content: Array("shadow".utf8)) }
    #expect(try user(shadows + Self.files) == "alice")
  }

  @Test func `pytak's keys are read, and files are found by their content where names lie`() throws {
    let pytak = try package { text in
      text.replacing("connectString0", with: "connectString0").replacing("\"caLocation\"", with: "\"caLocation0\"")
        .replacing("\"caPassword\"", with: "\"caPassword0\"")
        .replacing("\"certificateLocation\"", with: "\"certificateLocation0\"")
        .replacing("\"clientPassword\"", with: "\"clientPassword0\"")
        .replacing("com.atakmap.app_preferences", with: "cot_streams")
    }
    #expect(try DataPackage(pytak).preview(at: Date()).user == "alice")
    let lying = try package { $0.replacing(".p12<", with: "-old.p12<") }
    let preview = try DataPackage(lying).preview(at: Date())
    #expect(preview.user == "alice" && preview.warnings.contains(.foundByContent))
  }

  @Test func `Each certificate file is opened once, whether it is named, found or stays closed`() throws {
    let limit = PKCS12File.maximumRounds
    var once = RoundBudget(limit)
    for file in Self.files where file.path.hasSuffix(".p12") {
      _ = try PKCS12File(file.content, password: Secret(copying: "atakatak".utf8), within: &once)
    }
    let closed = (path: "certs/closed.p12", content: ClosedFile.bytes(rounds: 1_000))
    var named = RoundBudget(limit)
    _ = try DataPackage(package(and: [closed]) { $0 }, within: &named)
    #expect(named.left == once.left, "what is not named is not tried")
    // Both searches look at all three.
    let lying = try package(and: [closed]) { $0.replacing(".p12<", with: "-old.p12<") }
    let cost = limit - once.left + 1_000
    var enough = RoundBudget(cost)
    let preview = try DataPackage(lying, within: &enough).preview(at: Date())
    #expect(preview.user == "alice" && preview.authorities.count == 1 && enough.left == 0)
    var short = RoundBudget(cost - 1)
    #expect(throws: GatewayError.unusable(.truststore, .tooManyRounds(limit: cost - 1))) {
      try DataPackage(lying, within: &short)
    }
  }

  @Test func `What one password opened stays closed for another`() throws {
    let lying = try package {
      $0.replacing(".p12<", with: "-old.p12<").replacing("\"clientPassword\"", with: "\"x\"")
        .replacing(
          "<entry key=\"enabled0\"",
          with: "<entry key=\"clientPassword0\">another</entry><entry key=\"enabled0\"")
    }
    #expect(throws: GatewayError.fileMissing(.clientCertificate)) { try DataPackage(lying) }
  }

  @Test func `An empty password is one, and one that everybody knows`() throws {
    let preview = try unlocked(text().replacing(">atakatak<", with: "><")).preview(at: Date())
    #expect(preview.user == "alice" && preview.authorities.count == 1 && preview.warnings.contains(.publicPassword))
    // It is not the password of a file that has another.
    #expect(throws: GatewayError.unusable(.truststore, .wrongPassword)) { try unlocked(text()) }
  }

  @Test func `An empty password stands behind a full one, and for no client certificate that nobody names`() throws {
    let full = try package {
      $0.replacing(
        "<entry key=\"enabled0\"",
        with: "<entry key=\"caPassword0\"></entry><entry key=\"clientPassword0\"/><entry key=\"enabled0\"")
    }
    #expect(try DataPackage(full).preview(at: Date()).user == "alice")
    let enrolling = try package {
      $0.replacing("\"certificateLocation\"", with: "\"x\"").replacing("\"clientPassword\"", with: "\"y\"")
        .replacing("<entry key=\"enabled0\"", with: "<entry key=\"clientPassword0\"/><entry key=\"enabled0\"")
    }
    #expect(try DataPackage(enrolling).preview(at: Date()).warnings.contains(.noClientCertificate))
  }

  @Test func `Callsign, team and role of the package are shown`() throws {
    let named = try package {
      $0.replacing(
        "<entry key=\"enabled0\"",
        with: "<entry key=\"locationCallsign\">HUT</entry><entry key=\"locationTeam\">Cyan</entry>"
          + "<entry key=\"atakRoleType\">Medic</entry><entry key=\"enabled0\"")
    }
    let preview = try DataPackage(named).preview(at: Date())
    #expect(preview.callsign == "HUT" && preview.team == "Cyan" && preview.role == "Medic")
  }

  @Test func `A server without TLS is refused, and beside one with TLS it is left out with a warning`() throws {
    let plain = try package { $0.replacing(":8089:ssl", with: ":8087:tcp") }
    #expect(throws: GatewayError.notSecure) { try DataPackage(plain) }
    let both = try package {
      $0.replacing(
        "<entry key=\"enabled0\"",
        with: "<entry key=\"connectString1\">h.example:8087:tcp</entry><entry key=\"enabled0\"")
    }
    #expect(try DataPackage(both).preview(at: Date()).warnings.contains(.plaintextLeftOut))
  }

  @Test func `A certificate that ends soon, has ended or has not begun is named before the import`() throws {
    let package = try DataPackage(PackageZip.bytes(Self.files))
    let end = try #require(package.preview(at: Date()).userUntil)
    func dated(_ seconds: TimeInterval) -> Set<PackageWarning> {
      package.preview(at: end.addingTimeInterval(seconds)).warnings.intersection([.expired, .expiresSoon])
    }
    #expect(dated(-31 * 86_400) == [])
    #expect(dated(-29 * 86_400) == [.expiresSoon])
    #expect(dated(1) == [.expired, .expiresSoon])
    #expect(dated(-100 * 365 * 86_400) == [.expired])
  }

  @Test func `A certificate of a foreign authority and one that is not for clients are named before the import`() throws
  {
    let foreign: Set<PackageWarning> = [.foreignIssuer, .notForClients]
    #expect(try DataPackage(PackageZip.bytes(Self.files)).preview(at: Date()).warnings.isDisjoint(with: foreign))
    #expect(try preview(with: "other-foreign").warnings.intersection(foreign) == [.foreignIssuer])
    #expect(try preview(with: "other-server").warnings.intersection(foreign) == [.notForClients])
  }

  @Test func `The server's own certificate in the truststore is no anchor`() throws {
    let server = try DataPackage(PackageZip.bytes(Self.files)).takServer()
    #expect(server.authorities.count == 1 && server.pin != nil)
    #expect(try ServerPin(certificateDER: server.authorities[0]) != server.pin)
  }

  @Test func `A truststore of more authorities than anybody has is refused before anything is compared`() throws {
    #expect(try package(trusting: "other-full").takServer().authorities.count == TakServer.maximumAuthorities)
    #expect(throws: GatewayError.tooMany(limit: TakServer.maximumAuthorities)) {
      try package(trusting: "other-authorities")
    }
  }

  @Test func `Among more certificates of servers than a truststore has a use for none is looked for`() throws {
    // One of eight that the authority signed is the server's; of ten none of them is looked at.
    #expect(try package(trusting: "other-few").takServer().pin != nil)
    let crowded = try package(trusting: "other-leaves").takServer()
    #expect(crowded.pin == nil && crowded.authorities.count == 1)
  }

  @Test func `A number that is written otherwise names no server`() throws {
    for number in ["00", "+0", "-1", "0x0", ""] {
      let twice = try package {
        $0.replacing(
          "<entry key=\"enabled0\"",
          with: "<entry key=\"connectString\(number)\">h.example:1:ssl</entry><entry key=\"enabled0\"")
      }
      #expect(try !DataPackage(twice).preview(at: Date()).warnings.contains(.leftOut), "\(number)")
    }
  }

  @Test func `A truststore named as the client's certificate ends in a refusal`() throws {
    let trust = try #require(Self.files.first { $0.path.contains("server-") })
    let files = Self.files.map { $0.path.contains("alice-") ? ($0.path, trust.content) : $0 }
    #expect(throws: GatewayError.unusable(.clientCertificate, .noPrivateKey)) {
      try DataPackage(PackageZip.bytes(files))
    }
  }

  @Test func `What contradicts itself, lacks a part or holds entities is refused`() throws {
    let twice = try package {
      $0.replacing(
        "<entry key=\"enabled0\"",
        with: "<entry key=\"connectString0\">evil.example:1:ssl</entry><entry key=\"enabled0\"")
    }
    #expect(throws: GatewayError.ambiguous) { try DataPackage(twice) }
    #expect(throws: GatewayError.noPreferences) {
      try DataPackage(PackageZip.bytes(Self.files.filter { $0.path != Self.preferences }))
    }
    #expect(throws: GatewayError.passwordMissing(.truststore)) {
      try DataPackage(package { $0.replacing("\"caPassword\"", with: "\"x\"") })
    }
    #expect(throws: GatewayError.unusable(.truststore, .wrongPassword)) {
      try DataPackage(package { $0.replacing(">atakatak<", with: ">wrong<") })
    }
    #expect(throws: GatewayError.fileMissing(.clientCertificate)) {
      try DataPackage(PackageZip.bytes(Self.files.filter { !$0.path.contains("alice-") }))
    }
    for attack in ["<!DOCTYPE a [<!ENTITY b \"c\">]>", "<!DOCTYPE a SYSTEM \"file:///etc/passwd\">"] {
      do {
        _ = try DataPackage(package { $0.replacing("<preferences>", with: attack + "<preferences>") })
        Issue.record("passed: \(attack)")
      } catch {
        guard case GatewayError.malformed = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test(arguments: ["../preference.pref", "/etc/preference.pref", "a\\..\\preference.pref"])
  func `A path that leads out is refused`(_ path: String) {
    do {
      _ = try DataPackage(PackageZip.bytes(Self.files + [(path, [1])]))
      Issue.record("passed: \(path)")
    } catch {
      guard case GatewayError.notAPackage = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `What is kept is what was imported, and a changed byte is damage`() async throws {
    let store = KeptSecrets()
    let kept = TakServerStore(store)
    let server = try DataPackage(PackageZip.bytes(Self.files)).takServer()
    try await kept.save(server)
    let read = try #require(try await kept.read())
    #expect(read.identity == server.identity && read.authorities == server.authorities && read.pin == server.pin)
    #expect(read.endpoint == server.endpoint && read.name == server.name && read.isEnabled == server.isEnabled)
    await store.shorten()
    await #expect(throws: GatewayError.storeDamaged) { try await kept.read() }
    try await kept.remove()
    #expect(try await kept.read() == nil)
  }

  @Test func `Keys and passwords stay on this device and can be read in the background`() async throws {
    let store = KeptSecrets()
    try await TakServerStore(store).save(try DataPackage(PackageZip.bytes(Self.files)).takServer())
    #expect(await store.accesses == [AccessRequirement(.afterFirstUnlockThisDeviceOnly)])
    #expect(try await store.names() == [TakServerStore.defaultName])
  }

  @Test func `A package with files that an import does not keep says so, one without does not`() throws {
    func warnings(_ more: [(path: String, content: [UInt8])]) throws -> Set<PackageWarning> {
      try DataPackage(PackageZip.bytes(Self.files + more)).preview(at: Date()).warnings
    }
    #expect(try !warnings([]).contains(.furtherFiles))
    #expect(try !warnings([("maps/", []), ("__MACOSX/._map.kml", [1])]).contains(.furtherFiles))
    #expect(try warnings([("maps/map.kml", [1])]).contains(.furtherFiles))
    let other = try #require(Self.made.first { $0.path == "other-foreign" })
    #expect(try warnings([("certs/mallory.p12", other.content)]).contains(.furtherFiles))
  }
}
