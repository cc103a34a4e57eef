import AppSession
import DataLifecycle
import Foundation
import Mantlet
import Redaction
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct ImportedFilesTests {
  /// A folder of the test's own, gone with it.
  private final class Place: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/imported-\(UUID().uuidString)"
    var folder: String { path + "/imports" }
    var letter: String { path + "/letter.pdf" }

    init() throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try Data([7, 8]).write(to: URL(fileURLWithPath: letter))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] { FileManager.default.subpaths(atPath: folder) ?? [] }
  }

  /// Guards the folder, and holds one caller until it is let go; what waits for that caller cannot let it go.
  private final class HeldGuard: Sendable {
    private let isHolding = Mutex(false)
    private let waits = Mutex(false)
    private let late = Mutex(false)
    private let gate = DispatchSemaphore(value: 0)

    var wasLate: Bool { late.withLock { $0 } }

    func hold() { isHolding.withLock { $0 = true } }
    func letGo() { gate.signal() }

    func untilWaiting() async {
      while !waits.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(5)) }
    }

    func open(_ path: String) throws(LifecycleError) -> GuardedFolder {
      let isHeld = isHolding.withLock { holding in
        defer { holding = false }
        return holding
      }
      if isHeld {
        waits.withLock { $0 = true }
        if gate.wait(timeout: .now() + 60) == .timedOut { late.withLock { $0 = true } }
      }
      return try GuardedFolder(path: path, fileGuard: nil, exclusion: nil)
    }
  }

  private let place: Place

  init() throws { place = try Place() }

  private func signedIn(
    _ device: Stage.Device = Stage.Device(), adapting change: (inout Shield.Adapters) -> Void = { _ in }
  ) async throws -> Stage {
    let stage = try await Stage(device) { adapters in
      adapters.importFolder = place.folder
      adapters.absent[.temporaryFiles] = nil
      change(&adapters)
    }
    try await stage.shield.enroll()
    try await logIn("ada", stage)
    return stage
  }

  private func logIn(_ user: String, _ stage: Stage) async throws {
    try await stage.shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
  }

  @Test("An imported file is a copy of ours that can be read until the logout takes it")
  func imported() async throws {
    let shield = try await signedIn().shield
    try await shield.importFile(at: place.letter, as: "report.pdf")
    #expect(try await shield.importedFile("report.pdf") == [7, 8])
    #expect(try await shield.importedFile("none") == nil)
    let rights = try FileManager.default.attributesOfItem(atPath: place.folder + "/report.pdf")[.posixPermissions]
    #expect(rights as? Int == 0o600)
    let report = try await shield.logOut()
    #expect(report.isComplete && report.removed.map(\.text).contains("imports"))
    #expect(place.files.isEmpty && FileManager.default.fileExists(atPath: place.letter))
    #expect(try await shield.importedFile("report.pdf") == nil)
  }

  @Test("Each import asks for the folder's guards again, and one that fails is an error")
  func guarded() async throws {
    let (fileGuard, exclusion) = (InMemoryFileGuard(), InMemoryBackupExclusion())
    let shield = try await signedIn {
      $0.guardImports = { path, protection throws(LifecycleError) in
        try GuardedFolder(path: path, protection: protection, fileGuard: fileGuard, exclusion: exclusion)
      }
    }.shield
    try await shield.importFile(at: place.letter, as: "a")
    exclusion.forget(itemAt: place.folder)
    try await shield.importFile(at: place.letter, as: "b")
    #expect(exclusion.isExcluded(itemAt: place.folder))
    #expect(fileGuard.protection(ofItemAt: place.folder + "/b") == .completeUntilFirstUserAuthentication)
    let deaf = try await signedIn {
      $0.guardImports = { path, _ throws(LifecycleError) in
        try GuardedFolder(path: path, fileGuard: nil, exclusion: InMemoryBackupExclusion(isDeaf: true))
      }
    }.shield
    await #expect(throws: ShieldError.lifecycle(.backupExclusionLost)) {
      try await deaf.importFile(at: place.letter, as: "c")
    }
    #expect(!place.files.contains("c"))
  }

  @Test(
    "The class of an imported file is the one that the policy's storage section says",
    arguments: StorageRequirement.Accessibility.allCases)
  func policyClass(_ accessibility: StorageRequirement.Accessibility) async throws {
    var storage = StorageRequirement()
    storage.accessibility = accessibility
    let wanted: FileProtection =
      switch accessibility {
      case .afterFirstUnlockThisDeviceOnly, .insecureMigratingAfterFirstUnlock: .completeUntilFirstUserAuthentication
      default: .complete
      }
    let fileGuard = InMemoryFileGuard()
    let stage = try await Stage(slice: testSlice { [storage] in $0.storage = storage }) { adapters in
      adapters.importFolder = place.folder
      adapters.absent[.temporaryFiles] = nil
      adapters.guardImports = { path, protection throws(LifecycleError) in
        try GuardedFolder(path: path, protection: protection, fileGuard: fileGuard, exclusion: nil)
      }
    }
    try await stage.shield.importFile(at: place.letter, as: "a")
    #expect(fileGuard.protection(ofItemAt: place.folder) == wanted)
    #expect(fileGuard.protection(ofItemAt: place.folder + "/a") == wanted)
  }

  @Test("While the session is locked files come in and none is read")
  func locked() async throws {
    let stage = try await signedIn()
    try await stage.shield.importFile(at: place.letter, as: "a")
    stage.device.clock.advance(by: .seconds(4 * 3_600))
    let locked = ShieldError.session(.locked(.inactivity))
    await #expect(throws: locked) { _ = try await stage.shield.importedFile("a") }
    try await stage.shield.importFile(at: place.letter, as: "b")
    #expect(place.files.sorted() == ["a", "b"])
  }

  @Test("A file that is asked for before the session is locked, and comes after that, is not read")
  func lockedMeanwhile() async throws {
    let held = HeldGuard()
    let stage = try await signedIn { $0.guardImports = { path, _ throws(LifecycleError) in try held.open(path) } }
    let (shield, letter) = (stage.shield, place.letter)
    try await shield.importFile(at: letter, as: "a")
    held.hold()
    let first = Task { try await shield.importFile(at: letter, as: "b") }
    await held.untilWaiting()
    let second = Task { try await shield.importedFile("a") }
    // Until the second has found the session open and waits for its turn.
    try await Task.sleep(for: .milliseconds(300))
    stage.device.clock.advance(by: .seconds(4 * 3_600))
    held.letGo()
    try await first.value
    await #expect(throws: ShieldError.session(.locked(.inactivity))) { _ = try await second.value }
    #expect(!held.wasLate)
  }

  @Test("While a file comes in the shield answers, and what the next one's source is needs no turn")
  func aside() async throws {
    let held = HeldGuard()
    let shield = try await signedIn {
      $0.guardImports = { path, _ throws(LifecycleError) in try held.open(path) }
    }.shield
    let letter = place.letter
    held.hold()
    let first = Task { try await shield.importFile(at: letter, as: "a") }
    await held.untilWaiting()
    _ = try await shield.state()
    await #expect(throws: ShieldError.lifecycle(.absent)) { try await shield.importFile(at: letter + "none", as: "b") }
    held.letGo()
    try await first.value
    #expect(!held.wasLate && place.files == ["a"])
  }

  @Test("A second file of one name replaces the first only when that is said")
  func taken() async throws {
    let shield = try await signedIn().shield
    try await shield.importFile(at: place.letter, as: "a")
    try Data([9]).write(to: URL(fileURLWithPath: place.letter))
    await #expect(throws: ShieldError.lifecycle(.exists)) { try await shield.importFile(at: place.letter, as: "a") }
    #expect(try await shield.importedFile("a") == [7, 8])
    try await shield.importFile(at: place.letter, as: "a", replacing: true)
    #expect(try await shield.importedFile("a") == [9])
  }

  @Test("The half of a file that an interrupted import left is never read, and goes with the logout")
  func half() async throws {
    let shield = try await signedIn().shield
    try await shield.importFile(at: place.letter, as: "a")
    try Data([7]).write(to: URL(fileURLWithPath: place.folder + "/b.temporary"))
    await #expect(throws: ShieldError.lifecycle(.badName)) { _ = try await shield.importedFile("b.temporary") }
    await #expect(throws: ShieldError.lifecycle(.badName)) {
      try await shield.importFile(at: place.letter, as: "b.temporary", replacing: true)
    }
    try await shield.logOut()
    #expect(place.files.isEmpty)
  }

  @Test("The next person finds nothing of the one before")
  func next() async throws {
    let stage = try await signedIn()
    try await stage.shield.importFile(at: place.letter, as: "a")
    try await logIn("bob", stage)
    #expect(place.files.isEmpty)
    #expect(try await stage.shield.importedFile("a") == nil)
  }

  @Test("A link, a missing or large file and a name that leads out are refused by name")
  func refused() async throws {
    let shield = try await signedIn().shield
    let link = place.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: place.letter)
    await #expect(throws: ShieldError.lifecycle(.notPlain)) { try await shield.importFile(at: link, as: "a") }
    await #expect(throws: ShieldError.lifecycle(.absent)) {
      try await shield.importFile(at: place.path + "/none", as: "a")
    }
    await #expect(throws: ShieldError.lifecycle(.tooLarge(limit: 1))) {
      try await shield.importFile(at: place.letter, as: "a", limit: 1)
    }
    await #expect(throws: ShieldError.lifecycle(.badName)) {
      try await shield.importFile(at: place.letter, as: "../a")
    }
    #expect(place.files.isEmpty)
  }

  @Test("Adapters without a folder, or without a word on backups, are no silent success")
  func without() async throws {
    let shield = try await Stage().shield
    await #expect(throws: ShieldError.notProvided(.temporaryFiles)) {
      try await shield.importFile(at: place.letter, as: "a")
    }
    #expect(shield.backupReport() == BackupReport(undetermined: "these adapters tell nothing about backups"))
  }

  @Test("What a backup would hold is told with its places")
  func backup() async throws {
    let shield = try await signedIn {
      $0.backup = { expected in
        BackupReport(
          ["Documents/a", "Documents/b"].filter { !expected.contains($0) }.map {
            BackupFinding(path: $0, isFragile: false)
          })
      }
    }.shield
    let report = shield.backupReport(expecting: ["Documents/b"])
    #expect(report.findings == [BackupFinding(path: "Documents/a", isFragile: false)])
    #expect(report.verdict == .fails("1 files would be in a backup; exclude their directory"))
    #expect(shield.backupReport(expecting: ["Documents/a", "Documents/b"]).verdict == .holds)
  }
}
