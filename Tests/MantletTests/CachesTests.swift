import DataLifecycle
import Foundation
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing
import UntrustedInput

@Suite(.timeLimit(.minutes(15))) struct CachesTests {
  private struct Weather: CacheableValue, Codable, Hashable { var degrees = 21 }
  private struct Icon: CacheableValue, Codable, Hashable { var bytes: [UInt8] = [1, 2, 3] }
  private struct Badge: CacheableValue, Codable, Hashable { var name = "gold" }
  private enum Theme: String, NonSensitiveValue, Codable { case light, dark }

  /// A folder of the test's own, gone with it.
  private final class Place: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/caches-\(UUID().uuidString)"
    var folder: String { path + "/caches" }

    init() throws {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var files: [String] {
      (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".cached") }
    }
  }

  private static let theme = PreferenceKey<Theme>("theme")
  private let start = Date(timeIntervalSince1970: 1_800_000_000)
  private let place: Place
  private let preferences = InMemoryPreferences()
  private let device: Stage.Device

  init() throws {
    place = try Place()
    var device = Stage.Device()
    device.cacheFolder = place.folder
    device.preferences = preferences
    self.device = device
  }

  private func signedIn(_ user: String = "ada", _ device: Stage.Device? = nil) async throws -> Stage {
    let stage = try await Stage(device ?? self.device)
    try await stage.shield.enroll()
    try await logIn(user, stage)
    return stage
  }

  private func logIn(_ user: String, _ stage: Stage) async throws {
    try await stage.shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
  }

  private func theme() throws -> PreferenceKey<Theme> { try #require(Self.theme) }

  @Test("An answer stays for the policy's hour, an image for its seven days, and a hundred objects in memory")
  func limits() async throws {
    let shield = try await signedIn().shield
    let (answers, images) = (try await shield.responseCache(), try await shield.imageCache(of: Icon.self))
    try answers.store(Weather(), for: "w", now: start)
    try images.store(Icon(), for: "i", now: start)
    #expect(answers.value(Weather.self, for: "w", now: start + 3599) == Weather())
    #expect(answers.value(Weather.self, for: "w", now: start + 3600) == nil)
    #expect(images.image(for: "i", now: start + 7 * 86_400 - 1) == Icon())
    #expect(images.image(for: "i", now: start + 7 * 86_400) == nil)
    let objects = try await shield.memoryCache(of: Theme.self, by: Int.self)
    for number in 0...100 { objects.store(.dark, for: number) }
    #expect(objects.count == 100 && objects.value(for: 0) == nil)
  }

  @Test("Every call gives the same cache, also at once; images of a second type are refused")
  func same() async throws {
    let store = HeldStore(device.secrets)
    let shield = try await Stage(device, over: store).shield
    store.hold(SecretName(constant: "cache-key.images"))
    let caches = try await withThrowingTaskGroup(of: ImageCache<Icon>.self) { group in
      for _ in 0..<8 { group.addTask { try await shield.imageCache(of: Icon.self) } }
      await store.untilWaiting()
      for _ in 0..<100 { await Task.yield() }
      store.letGo()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(caches.map(ObjectIdentifier.init)).count == 1)
    #expect(try await shield.responseCache() === shield.responseCache())
    let objects = try await shield.memoryCache(of: Theme.self, by: Int.self)
    #expect(try await shield.memoryCache(of: Theme.self, by: Int.self) === objects)
    await #expect(throws: ShieldError.otherImageType) { _ = try await shield.imageCache(of: Badge.self) }
  }

  @Test("Images lie sealed in the folder and are there after a new start; a key of their own seals them")
  func restart() async throws {
    let stage = try await signedIn()
    try await stage.shield.imageCache(of: Icon.self).store(Icon(), for: "i", now: start)
    #expect(place.files.count == 1)
    #expect(await stage.secrets.names().map(\.text).contains("cache-key.images"))
    let next = try await Stage(device)
    #expect(try await next.shield.imageCache(of: Icon.self).image(for: "i", now: start) == Icon())
  }

  @Test("After a logout what was held writes nothing for the next account, and nothing of the first is left")
  func logOut() async throws {
    let stage = try await signedIn()
    let shield = stage.shield
    let (answers, images) = (try await shield.responseCache(), try await shield.imageCache(of: Icon.self))
    let objects = try await shield.memoryCache(of: Theme.self, by: Int.self)
    let settings = try await shield.preferences()
    try answers.store(Weather(), for: "w", now: start)
    try images.store(Icon(), for: "i", now: start)
    objects.store(.dark, for: 1)
    try settings.set(.dark, of: try theme())
    #expect(preferences.entries() == ["theme": "\"dark\""])

    #expect(try await shield.logOut().isComplete)
    #expect(place.files.isEmpty && preferences.entries().isEmpty)
    #expect(await stage.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker"])
    try await shield.enroll()
    try await logIn("bob", stage)
    #expect(throws: LifecycleError.wipePending) { try answers.store(Weather(), for: "w", now: start) }
    #expect(throws: LifecycleError.wipePending) { try images.store(Icon(), for: "i", now: start) }
    #expect(throws: LifecycleError.wipePending) { try settings.set(.dark, of: try theme()) }
    #expect(throws: LifecycleError.wipePending) { try settings.value(of: try theme()) }
    objects.store(.dark, for: 1)
    #expect(objects.count == 0 && objects.value(for: 1) == nil)
    #expect(answers.value(Weather.self, for: "w", now: start) == nil)

    #expect(try await shield.memoryCache(of: Theme.self, by: Int.self).value(for: 1) == nil)
    #expect(try await shield.imageCache(of: Icon.self).image(for: "i", now: start) == nil)
    #expect(try await shield.preferences().value(of: try theme()) == nil)
    try await shield.preferences().set(.light, of: try theme())
    try await shield.imageCache(of: Icon.self).store(Icon(), for: "i", now: start)
    #expect(place.files.count == 1 && preferences.entries() == ["theme": "\"light\""])
  }

  @Test("Another account ends what was held; the same person signing in again ends nothing")
  func accounts() async throws {
    let stage = try await signedIn()
    let images = try await stage.shield.imageCache(of: Icon.self)
    try images.store(Icon(), for: "i", now: start)
    try await logIn("ada", stage)
    #expect(try await stage.shield.imageCache(of: Icon.self) === images)
    #expect(images.image(for: "i", now: start) == Icon())
    try await logIn("bob", stage)
    #expect(images.image(for: "i", now: start) == nil)
    #expect(throws: LifecycleError.wipePending) { try images.store(Icon(), for: "i", now: start) }
    #expect(try await stage.shield.imageCache(of: Icon.self).count == 0)
  }

  @Test("A setting that is being written when a logout begins is written before it, and does not outlive it")
  func race() async throws {
    let held = HeldPreferences()
    var device = device
    device.preferences = held
    let shield = try await signedIn("ada", device).shield
    let settings = try await shield.preferences()
    let key = try theme()
    held.hold()
    let written = Task {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          try? settings.set(.dark, of: key)
          continuation.resume()
        }
      }
    }
    await held.untilWaiting()
    let left = Task { try await shield.logOut() }
    while device.journal.read() == nil { await Task.yield() }
    // A wipe that did not wait would be over before the yields are, and the setting would come after it.
    for _ in 0..<60 where device.journal.read() != nil { await Task.yield() }
    held.letGo()
    await written.value
    #expect(try await left.value.isComplete)
    #expect(held.entries().isEmpty)
  }

  @Test("Images that are stored beside a logout are in no later account's folder", arguments: 0..<5)
  func storm(_ round: Int) async throws {
    let shield = try await signedIn().shield
    let (images, start) = (try await shield.imageCache(of: Icon.self), start)
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<2 {
        group.addTask { for number in 0..<40 { try? images.store(Icon(), for: "\(worker).\(number)", now: start) } }
      }
      group.addTask { _ = try? await shield.logOut() }
    }
    #expect(place.files.isEmpty)
  }

  @Test("While a wipe is pending no cache and no setting is given out")
  func pending() async throws {
    var device = device
    device.targets = [StubbornTarget()]
    let shield = try await signedIn("ada", device).shield
    _ = try await shield.responseCache()
    await #expect(throws: ShieldError.wipeIncomplete([StubbornTarget.name])) { try await shield.logOut() }
    await #expect(throws: ShieldError.lifecycle(.wipePending)) { _ = try await shield.responseCache() }
    await #expect(throws: ShieldError.lifecycle(.wipePending)) { _ = try await shield.imageCache(of: Icon.self) }
    await #expect(throws: ShieldError.lifecycle(.wipePending)) {
      _ = try await shield.memoryCache(of: Theme.self, by: Int.self)
    }
    await #expect(throws: ShieldError.lifecycle(.wipePending)) { _ = try await shield.preferences() }
  }

  @Test("When the system asks for memory, what lies in memory goes and images on disk stay")
  func pressure() async throws {
    let shield = try await signedIn().shield
    let (answers, images) = (try await shield.responseCache(), try await shield.imageCache(of: Icon.self))
    let objects = try await shield.memoryCache(of: Theme.self, by: Int.self)
    try answers.store(Weather(), for: "w", now: start)
    try images.store(Icon(), for: "i", now: start)
    objects.store(.dark, for: 1)
    shield.pressureRelief.relieve(.memoryPressure)
    #expect(answers.count == 0 && objects.count == 0 && images.count == 1)
  }

  @Test("Without a place for them there is a named error, and answers in memory need none")
  func notProvided() async throws {
    let shield = try await signedIn("ada", Stage.Device()).shield
    _ = try await shield.responseCache()
    await #expect(throws: ShieldError.notProvided(.caches)) { _ = try await shield.imageCache(of: Icon.self) }
    await #expect(throws: ShieldError.notProvided(.preferences)) { _ = try await shield.preferences() }
  }

  @Test("A link in the place of the folder, or one that others may enter, is refused")
  func planted() async throws {
    let shield = try await signedIn().shield
    let elsewhere = place.path + "/elsewhere"
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: place.folder, withDestinationPath: elsewhere)
    await #expect(throws: ShieldError.lifecycle(.notPlain)) { _ = try await shield.imageCache(of: Icon.self) }
    try FileManager.default.removeItem(atPath: place.folder)
    try FileManager.default.createDirectory(
      atPath: place.folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    await #expect(throws: ShieldError.lifecycle(.exposed(mode: 0o755))) {
      _ = try await shield.imageCache(of: Icon.self)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).isEmpty)
  }

  @Test("Where the policy puts answers on disk they lie sealed beside the images, under another key")
  func onDisk() async throws {
    var policy = try testPolicy()
    try policy.storage.places.choose(.diskCache, for: .apiResponse)
    let stage = try await Stage(device, slice: policy.slice(for: .dev))
    try await stage.shield.responseCache().store(Weather(), for: "w", now: start)
    try await stage.shield.imageCache(of: Icon.self).store(Icon(), for: "w", now: start)
    #expect(place.files.count == 2)
    #expect(await stage.secrets.names().map(\.text).filter { $0.hasPrefix("cache-key") }.count == 2)
    #expect(try await stage.shield.logOut().isComplete)
    #expect(place.files.isEmpty)
    #expect(await stage.secrets.names().map(\.text).filter { $0.hasPrefix("cache-key") } == [])
  }
}
