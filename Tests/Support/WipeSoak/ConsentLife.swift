#if os(Linux) && Records && LinuxClient
  import Foundation
  import LinuxSecretFiles
  import Mantlet
  import ScreenPrivacy
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting

  /// A person who switches notifications on and off, and a system that gives tokens, until somebody kills the process;
  /// the server is a folder with a file for each token that it has.
  struct ConsentLife {
    struct Broken: Error, CustomStringConvertible { let description: String }

    struct FolderRegistry: PushTokenRegistry {
      let folder: String

      func send(_ token: PushToken) async throws(NotificationRefusal) {
        // In one step: Foundation writes another file first, which a kill would leave for a token.
        let file = open("\(folder)/\(token.exposedText)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .unreachable }
        close(file)
      }

      func withdraw(_ token: PushToken) async throws(NotificationRefusal) {
        // One that is not there is withdrawn.
        try? FileManager.default.removeItem(atPath: "\(folder)/\(token.exposedText)")
      }

      func tokens() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder)) }
    }

    let registry: FolderRegistry
    private let store: StoredPushState

    init(folder: String) throws {
      for place in ["server", "secrets"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(place)", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      }
      registry = FolderRegistry(folder: folder + "/server")
      store = StoredPushState(
        store: try SecretFiles(folder: folder + "/secrets", random: SystemRandomNumberGenerator()),
        access: AccessRequirement())
    }

    private func consent() -> NotificationConsent {
      NotificationConsent(
        NotificationRequirement(), system: InMemoryNotificationSystem(.granted), registry: registry, store: store)
    }

    /// Never ends by itself.
    func live() async throws {
      let consent = consent()
      for number in 0... {
        try await consent.switchOn(.insecureWithoutUser())
        for turn in 0..<3 { try await consent.received(PushToken("\(getpid())-\(number)-\(turn)")) }
        if number % 2 == 0 { try await consent.switchOff() } else { try await consent.forgetWish() }
        try await consent.cameToForeground()
      }
    }

    /// What the next start finds: no token at the server that the device has forgotten; and after switching off, none.
    func settle() async throws -> Int {
      let state = try await store.load().map { bytes throws(NotificationRefusal) in try PushState(reading: bytes) }
      let known = Set((state ?? PushState()).known.map(\.exposedText))
      let there = try registry.tokens()
      guard there.isSubset(of: known) else { throw Broken(description: "a token at the server that nobody remembers") }
      try await consent().switchOff()
      guard try registry.tokens().isEmpty else {
        throw Broken(description: "a token at the server after switching off")
      }
      return there.count
    }
  }
#endif
