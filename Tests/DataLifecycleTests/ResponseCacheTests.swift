import DataLifecycle
import Foundation
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct ResponseCacheTests {
  private func open(
    _ place: StoragePlace, in folder: TestFolder, keys: InMemoryCacheKeys = InMemoryCacheKeys(), budget: Int = 1 << 20
  ) async throws -> ResponseCache {
    try await ResponseCache.open(
      requirement(.apiResponse, in: place), folder: folder.path + "/responses", keys: keys,
      byteBudget: budget, access: NoUserData.access().access, now: start, random: SeededGenerator(seed: 1))
  }

  @Test("An answer lives one hour and not a second longer", arguments: [StoragePlace.memoryCache, .diskCache])
  func life(place: StoragePlace) async throws {
    let folder = try TestFolder()
    let cache = try await open(place, in: folder)
    try cache.store(Weather(degrees: 7), for: "a", now: start)
    #expect(cache.value(Weather.self, for: "a", now: start + hour - 1) == Weather(degrees: 7))
    #expect(cache.value(Weather.self, for: "a", now: start + hour) == nil)
    #expect(cache.count == 0)
  }

  @Test("A clock that is set back empties the cache", arguments: [StoragePlace.memoryCache, .diskCache])
  func clockBack(place: StoragePlace) async throws {
    let folder = try TestFolder()
    let cache = try await open(place, in: folder)
    try cache.store(Weather(degrees: 7), for: "a", now: start)
    #expect(cache.value(Weather.self, for: "a", now: start + 50 * minute) != nil)
    #expect(cache.value(Weather.self, for: "a", now: start + 10 * minute) == nil)
    #expect(cache.count == 0)
  }

  @Test("Memory pressure and termination empty it", arguments: PressureEvent.allCases)
  func pressure(event: PressureEvent) async throws {
    for place in [StoragePlace.memoryCache, .diskCache] {
      let folder = try TestFolder()
      let cache = try await open(place, in: folder)
      try cache.store(Weather(degrees: 7), for: "a", now: start)
      cache.relieve(event)
      #expect(cache.count == 0 && cache.value(Weather.self, for: "a", now: start) == nil)
      if place == .diskCache { #expect(try folder.files(in: "responses") == ["clock"]) }
    }
  }

  @Test("What a killed process left on disk is erased when the next one opens the cache, and that one keeps again")
  func killed() async throws {
    let (folder, keys) = (try TestFolder(), InMemoryCacheKeys())
    let first = try await open(.diskCache, in: folder, keys: keys)
    try first.store(Weather(degrees: 7), for: "a", now: start)
    #expect(try folder.files(in: "responses").count == 2)
    // Nobody told the first one that it ends.
    let next = try await open(.diskCache, in: folder, keys: keys)
    #expect(try folder.files(in: "responses") == ["clock"])
    #expect(next.count == 0 && next.value(Weather.self, for: "a", now: start) == nil)
    try next.store(Weather(degrees: 8), for: "a", now: start)
    #expect(next.value(Weather.self, for: "a", now: start) == Weather(degrees: 8))
  }

  @Test("The standard policy keeps answers in memory only")
  func standard() async throws {
    let folder = try TestFolder()
    let cache = try await ResponseCache.open(
      StorageRequirement(), folder: folder.path + "/responses", keys: InMemoryCacheKeys(),
      access: NoUserData.access().access, now: start, random: SeededGenerator(seed: 1))
    try cache.store(Weather(degrees: 7), for: "a", now: start)
    #expect(cache.count == 1 && !folder.exists("responses"))
  }

  @Test("Another type under the same key is a miss, a removed answer is gone")
  func types() async throws {
    let cache = try await open(.memoryCache, in: TestFolder())
    try cache.store(Picture([1, 2, 3]), for: "a", now: start)
    #expect(cache.value(Weather.self, for: "a", now: start) == nil)
    cache.remove("a")
    #expect(cache.value(Picture.self, for: "a", now: start) == nil)
  }

  @Test("The budget holds: the least recently used answer leaves, a larger one than the budget is refused")
  func budget() async throws {
    let cache = try await open(.memoryCache, in: TestFolder(), budget: 10)
    for key in ["a", "b"] { try cache.store(Picture([1, 2, 3, 4, 5]), for: key, now: start) }
    #expect(cache.value(Picture.self, for: "a", now: start) != nil)
    try cache.store(Picture([1]), for: "c", now: start)
    #expect(cache.value(Picture.self, for: "b", now: start) == nil)
    #expect(cache.value(Picture.self, for: "a", now: start) != nil)
    #expect(throws: LifecycleError.tooLarge(limit: 10)) {
      try cache.store(Picture([UInt8](repeating: 0, count: 11)), for: "d", now: start)
    }
  }
}
