import AppSession
import DataLifecycle
import Mantlet
import Redaction
import SecretStorage
import SecurityTesting
import Synchronization
import Testing

/// A start before the first unlock, as the system makes one ahead of time: it says locked, so that nobody erases anything.
@Suite(.timeLimit(.minutes(15))) struct LockedStartTests {
  /// A file of preferences that the system keeps back while the device is locked.
  private final class GuardedPreferences: PreferenceStore {
    private let store = InMemoryPreferences()
    private let locked = Mutex(false)

    var isLocked: Bool {
      get { locked.withLock { $0 } }
      set { locked.withLock { $0 = newValue } }
    }

    private func reached() throws(LifecycleError) -> InMemoryPreferences {
      if isLocked { throw .locked }
      return store
    }

    func text(of name: PreferenceName) throws(LifecycleError) -> String? { try reached().text(of: name) }
    func set(_ text: String?, of name: PreferenceName) throws(LifecycleError) { try reached().set(text, of: name) }
    func entries() throws(LifecycleError) -> [String: String] { try reached().entries() }
    func removeAll() throws(LifecycleError) { try reached().removeAll() }
  }

  /// A journal with a wipe in it that nobody can see yet.
  private struct LockedJournal: WipeJournal {
    func read() throws(LifecycleError) -> [UInt8]? { throw .locked }
    func replace(_ bytes: [UInt8]) throws(LifecycleError) { throw .locked }
    func remove() throws(LifecycleError) { throw .locked }
  }

  private static let note = SecretName(constant: "partner.token")

  @Test("The mark of the installation is locked: neither missing nor denied; after the unlock all is as it was")
  func mark() async throws {
    let (file, device) = (GuardedPreferences(), Stage.Device())
    func start() async throws -> Stage {
      try await Stage(device) { $0.container = InstallationFile(in: file, wasUsed: true) }
    }
    let first = try await start()
    try await first.shield.secrets.write(Secret(copying: [1, 2, 3]), as: Self.note)
    let names = await device.secrets.names()
    file.isLocked = true
    #expect(try InstallationFile(in: file, wasUsed: true).trace() == .locked)
    #expect(try InstallationFile(in: file, wasUsed: false).trace() == .locked)
    await #expect(throws: ShieldError.storage(.locked)) { _ = try await start() }
    #expect(await device.secrets.names() == names)
    file.isLocked = false
    let next = try await start()
    #expect(try await next.shield.secrets.read(Self.note)?.count == 3)
    #expect(next.shield.key.publicKey == first.shield.key.publicKey)
  }

  @Test("The journal of a wipe is locked: nobody takes it for none, and nothing is opened")
  func journal() async throws {
    let device = Stage.Device()
    await #expect(throws: ShieldError.storage(.locked)) {
      _ = try await Stage(device) { $0.journal = LockedJournal() }
    }
    #expect(await device.secrets.names().isEmpty)
  }

  @Test("A file that is refused for its rights is told as denied")
  func denied() throws {
    struct Closed: PreferenceStore {
      func text(of name: PreferenceName) throws(LifecycleError) -> String? { throw .denied(13) }
      func set(_ text: String?, of name: PreferenceName) throws(LifecycleError) { throw .denied(13) }
      func entries() throws(LifecycleError) -> [String: String] { throw .denied(13) }
      func removeAll() throws(LifecycleError) { throw .denied(13) }
    }
    #expect(throws: StorageError.denied(13)) { try InstallationFile(in: Closed(), wasUsed: true).trace() }
  }
}
