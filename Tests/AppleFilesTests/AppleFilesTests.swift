import AppleFiles
import CoreData
import DataLifecycle
import Foundation
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

#if APPLE_EMULATION
  import EmulatedFiles
#endif

/// A folder that goes away with the test.
private final class Place: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/apple-files-\(UUID().uuidString)"
    try Foundation.FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? Foundation.FileManager.default.removeItem(atPath: path) }

  func put(_ name: String) throws { try Data([1]).write(to: URL(fileURLWithPath: path + "/" + name)) }
}

@Suite(.serialized) struct AppleFilesTests {
  #if APPLE_EMULATION || os(iOS)
    @Test("Every class that is set is read back", arguments: FileProtection.allCases)
    func classes(protection: FileProtection) throws {
      let place = try Place()
      try place.put("a")
      try AppleFileGuard().enforce(protection, onItemAt: place.path + "/a")
      #expect(try AppleFileGuard().protection(ofItemAt: place.path + "/a") == protection)
    }

    @Test("A guarded folder works on the adapter: class, backup mark, atomic writes, imports")
    func guardedFolder() throws {
      let place = try Place()
      let path = place.path + "/logs"
      let exclusion = AppleBackupExclusion()
      let folder = try GuardedFolder(path: path, fileGuard: AppleFileGuard(), exclusion: exclusion)
      try folder.write([1, 2], to: "app.log")
      try folder.write([3], to: "app.log")
      #expect(try AppleFileGuard().protection(ofItemAt: path + "/app.log") == .completeUntilFirstUserAuthentication)
      #expect(try exclusion.isExcluded(itemAt: path))
      try place.put("mail.pdf")
      try folder.importFile(at: place.path + "/mail.pdf", as: "mail.pdf")
      #expect(try folder.read("mail.pdf") == [1])
      #expect(BackupRules().verdict(on: try BackupListing(container: path, exclusion: exclusion)) != .holds)
    }

    @Test("A Core Data store is asked for the class, and its files are judged")
    func coreData() throws {
      let place = try Place()
      let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: place.path + "/model.sqlite"))
      let protection = CoreDataProtection(.completeUnlessOpen, fileGuard: AppleFileGuard())
      #expect(protection.verdict(on: description) == .fails("the store's description sets no file protection"))
      try protection.apply(to: description)
      #expect(
        protection.verdict(on: description) == .undetermined("there is no store file yet; load the store first"))
      for name in ["model.sqlite", "model.sqlite-wal"] {
        try place.put(name)
        try AppleFileGuard().enforce(.complete, onItemAt: place.path + "/" + name)
      }
      #expect(protection.verdict(on: description) == .holds)
      try AppleFileGuard().enforce(.none, onItemAt: place.path + "/model.sqlite-wal")
      #expect(protection.verdict(on: description) == .fails("a file of the store has a weaker file protection"))
      try CoreDataProtection(.none, fileGuard: AppleFileGuard()).apply(to: description)
      #expect(
        protection.verdict(on: description) == .fails("the store's description asks for a weaker file protection"))
    }
  #endif

  #if APPLE_EMULATION
    @Test("A simulator that keeps no class is an error, never silence")
    func simulator() throws {
      EmulatedVolume.shared.keepsProtection = false
      defer { EmulatedVolume.shared.keepsProtection = true }
      let place = try Place()
      #expect(throws: LifecycleError.protectionDiffers(wanted: .complete, found: nil)) {
        try AppleFileGuard().enforce(.complete, onItemAt: place.path)
      }
    }
  #endif

  @Test("The mark of a file is lost by an atomic replace, that of its folder stays")
  func replace() throws {
    let place = try Place()
    let exclusion = AppleBackupExclusion()
    try place.put("a")
    try exclusion.exclude(itemAt: place.path + "/a")
    #expect(try exclusion.isExcluded(itemAt: place.path + "/a"))
    try exclusion.enforce(onDirectory: place.path)
    try Data([2]).write(to: URL(fileURLWithPath: place.path + "/a"), options: .atomic)
    #expect(try exclusion.isExcluded(itemAt: place.path))
    #if APPLE_EMULATION
      #expect(try !exclusion.isExcluded(itemAt: place.path + "/a"))
    #endif
    #expect(try !exclusion.enforce(onDirectory: place.path), "nothing to set again")
  }

  @Test("What is not there is named so")
  func missing() {
    #expect(throws: LifecycleError.absent) { try AppleBackupExclusion().exclude(itemAt: "/nowhere/at/all") }
    #expect(throws: LifecycleError.absent) { try AppleFileGuard().protection(ofItemAt: "/nowhere/at/all") }
  }

  @Test("UserDefaults keep every claim of the conformance suite")
  func preferences() throws {
    let suites = Mutex<[String]>([])
    let broken = PreferenceStoreConformance.brokenClaims {
      let suite = "mantlet.tests.\(UUID().uuidString)"
      suites.withLock { $0.append(suite) }
      return UserDefaultsPreferences(domain: suite)
    }
    #expect(broken == [])
    for suite in suites.withLock({ $0 }) { try UserDefaultsPreferences(domain: suite).removeAll() }
  }

  @Test("What others stored in UserDefaults is scanned, also inside lists and dictionaries")
  func scan() throws {
    let suite = "mantlet.tests.\(UUID().uuidString)"
    let store = UserDefaultsPreferences(domain: suite)
    let defaults = try #require(UserDefaults(suiteName: suite))
    defaults.set(["theme": "dark", "session": ["accessToken": "abc"]] as [String: Any], forKey: "state")
    defaults.set(3, forKey: "columns")
    #expect(try store.entries()["state.session.accessToken"] == "abc")
    #expect(try PreferenceScan().findings(in: store.entries()).map(\.name) == ["state.session.accessToken"])
    #expect(throws: LifecycleError.unreadablePreference) { try store.text(of: #require(PreferenceName("columns"))) }
    try store.removeAll()
    #expect(try store.entries().isEmpty)
  }

  @Test("Caches are emptied by the system's notifications, and no more after the observer ends")
  func pressure() throws {
    let center = NotificationCenter()
    let seen = Seen()
    var observer: PressureObserver? = PressureObserver(center: center) { seen.add($0) }
    center.post(name: Notification.Name("UIApplicationDidReceiveMemoryWarningNotification"), object: nil)
    center.post(name: Notification.Name("UIApplicationWillTerminateNotification"), object: nil)
    center.post(name: Notification.Name("UIApplicationDidEnterBackgroundNotification"), object: nil)
    #expect(seen.all == [.memoryPressure, .termination])
    #expect(observer != nil)
    observer = nil
    center.post(name: Notification.Name("UIApplicationWillTerminateNotification"), object: nil)
    #expect(seen.all.count == 2)
  }
}

private final class Seen: Sendable {
  private let events = Mutex<[PressureEvent]>([])
  func add(_ event: PressureEvent) { events.withLock { $0.append(event) } }
  var all: [PressureEvent] { events.withLock { $0 } }
}
