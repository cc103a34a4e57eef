#if os(Linux) && Records && LinuxClient
  import AppSession
  import DataLifecycle
  import Foundation
  import LinuxSecretFiles
  import Mantlet
  import Redaction
  import SealedRecords
  import SecretStorage
  import SecurityPolicy
  import TrustWire

  /// What one person leaves on a device, in every place that a wipe has to take, each with a mark that can be found.
  struct Life {
    struct Broken: Error, CustomStringConvertible { let description: String }

    static let mark = "marked-7f1c4e9a2b"
    static let first = "ada-\(mark)"
    static let second = "bob"
    static let records = 12
    static let secret = SecretName(constant: "partner.token")
    private static let session = SecretName(constant: "session")
    private static let setting = PreferenceName(constant: "mark")
    private static let picture = "picture"
    private static let answer = "answer"
    private static let line = "night of \(mark)"
    /// The keys of caches and log, as the façade names them.
    private static let sealingKeys: Set<String> = ["cache-key.images", "cache-key.log", "cache-key.responses"]

    let folder: String

    /// Files that no module makes by itself, with their contents.
    private static let files: [String: String] =
      Dictionary(
        uniqueKeysWithValues: ["temporary", "imports", "transfers", "\(SoakPolicy.ownFolder)/deep/er"].flatMap {
          place in
          (0..<6).map { ("\(place)/\($0)", "\(place) \($0) \(mark) " + String(repeating: "~", count: 600)) }
        } + [("\(SoakPolicy.ownFolder)/key", "key \(mark)")])

    /// Installs, signs in, and fills everything. As long as the shield is held the record database stays open.
    func live() async throws -> Shield {
      _ = try await SoakPolicy.shield(in: folder)
      try await signIn(Self.first)
      for (path, text) in Self.files {
        let file = URL(filePath: "\(folder)/\(path)")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try Data(text.utf8).write(to: file)
      }
      let shield = try await SoakPolicy.shield(in: folder)
      try await shield.secrets.write(Secret(copying: Self.mark.utf8), as: Self.secret)
      guard let pin = PIN(copying: "471100") else { throw Broken(description: "no PIN") }
      try await shield.pin.set(pin)
      for number in 0..<Self.records { try await shield.keep(kind: "sleep", payload: Self.payload(number)) }
      let preferences = PreferenceFile(folder: folder + "/preferences")
      try preferences.set(Self.mark, of: Self.setting)
      let pictures = try await shield.imageCache(of: Picture.self)
      for number in 0..<6 { try pictures.store(Picture(number), for: Self.picture + "\(number)", now: Date()) }
      let answers = try await shield.responseCache()
      for number in 0..<6 { try answers.store(Picture(number), for: Self.answer + "\(number)", now: Date()) }
      try await shield.openLogFile(for: AppLogging(shield.slice.logging))?.append(Self.line, now: Date())
      try await requireKeys()
      return shield
    }

    /// What a login leaves: the person's session, written in one piece.
    func signIn(_ account: String) async throws {
      func tokens(_ name: String) -> TokenPair {
        TokenPair(
          access: HeldToken("access-\(name)-\(account)"), refresh: HeldToken("refresh-\(name)-\(account)"),
          expiresAt: 4_000_000_000, tier: .unattested)
      }
      var memory = SessionMemory()
      memory.state = .active
      let now = SessionSurroundings.system(wall: { Date() }, identifier: { UUID().uuidString }).clock()
      (memory.loggedInAt, memory.lastUse) = (now, now)
      let session = StoredSession(app: tokens("app"), user: tokens("user"), account: account, memory: memory)
      let store = try SecretFiles(folder: folder + "/secrets", random: SystemRandomNumberGenerator())
      try await store.write(session.sealedForm(), as: Self.session)
    }

    /// That everything is there and reads as it was written, through the interface of the app.
    func requireWhole(_ shield: Shield) async throws {
      func require(_ holds: Bool, _ what: String) throws {
        guard holds else { throw Broken(description: "half a life: \(what)") }
      }
      for (path, text) in Self.files {
        try require(FileManager.default.contents(atPath: "\(folder)/\(path)") == Data(text.utf8), path)
      }
      guard let pin = PIN(copying: "471100") else { throw Broken(description: "no PIN") }
      try require(try await shield.unlock(pin: pin) == .holds, "the PIN")
      let secret = try await shield.secrets.read(Self.secret)
      try require(secret?.withExposedBytes { Array($0) } == Array(Self.mark.utf8), "the app's secret")
      guard let kind = RecordKind("sleep") else { throw Broken(description: "no kind") }
      let payloads = try await shield.records().list(kind).map { String(decoding: $0.payload, as: UTF8.self) }
      try require(Set(payloads) == Set((0..<Self.records).map(Self.payload)), "\(payloads.count) records")
      let preferences = PreferenceFile(folder: folder + "/preferences")
      try require(try preferences.text(of: Self.setting) == Self.mark, "the preferences")
      let pictures = try await shield.imageCache(of: Picture.self)
      let answers = try await shield.responseCache()
      for number in 0..<6 {
        let picture = pictures.image(for: Self.picture + "\(number)", now: Date())
        try require(picture == Picture(number), "picture \(number)")
      }
      // Answers end with their process, even with one that could not empty them any more.
      try require(answers.count == 0, "an answer that outlived its process")
      try require(try await shield.exportLog()?.lines.map(\.text) == [Self.line], "the log")
    }

    /// A life whose keys lie elsewhere would say nothing about the wipe of those that ship.
    private func requireKeys() async throws {
      let store = try SecretFiles(folder: folder + "/secrets", random: SystemRandomNumberGenerator())
      let names = Set(try await store.names().map(\.text))
      guard names.isSuperset(of: Self.sealingKeys) else {
        throw Broken(description: "no keys: \(Self.sealingKeys.subtracting(names).sorted())")
      }
      for folder in ["caches/images", "caches/responses", "log/diagnostics"] {
        guard try !WipeThief.files("\(self.folder)/\(folder)").isEmpty else {
          throw Broken(description: "nothing in \(folder)")
        }
      }
    }

    private static func payload(_ number: Int) -> String { "{\"night\":\(number),\"note\":\"\(mark)\"}" }

    /// Bytes that make the cache keep something findable, were it not sealed.
    private struct Picture: CacheableValue, Hashable {
      let cachedBytes: [UInt8]?
      init(_ number: Int) { cachedBytes = Array("\(number) \(Life.mark)".utf8) + [UInt8](repeating: 1, count: 900) }
      init?(cachedBytes: [UInt8]) { self.cachedBytes = cachedBytes }
    }
  }
#endif
