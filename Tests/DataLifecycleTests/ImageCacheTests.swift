#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import DataLifecycle
import Foundation
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct ImageCacheTests {
  @Test("A cache whose key was damaged opens empty, keeps again, and leaves nothing of the old one behind")
  func damagedKey() async throws {
    let it = try PictureCase()
    try await it.open().store(Picture([1, 2, 3]), for: "a", now: start)
    #expect(try it.files().count == 1)
    let damaged = DamagedCacheKeys(it.keys)
    let cache = try await ImageCache<Picture>.open(
      StorageRequirement(), folder: it.place.path + "/images", keys: damaged, byteBudget: it.budget, access: it.access,
      now: start, random: SeededGenerator(seed: 2))
    #expect(try cache.count == 0 && it.files() == [])
    try cache.store(Picture([4]), for: "a", now: start)
    #expect(try await it.open(seed: 3).image(for: "a", now: start) == Picture([4]))
  }

  @Test("An image lives seven days and not a second longer, over restarts too, and its file goes with it")
  func life() async throws {
    let it = try PictureCase()
    try await it.open().store(Picture([1, 2, 3]), for: "a", now: start)
    let cache = try await it.open(now: start + 7 * day - 1, seed: 2)
    #expect(cache.image(for: "a", now: start + 7 * day - 1) == Picture([1, 2, 3]))
    #expect(cache.image(for: "a", now: start + 7 * day) == nil)
    #expect(try it.files().isEmpty)
    try cache.store(Picture([4]), for: "b", now: start + 7 * day)
    _ = try await it.open(now: start + 15 * day, seed: 3)
    #expect(try it.files().isEmpty, "opening erases what is expired")
  }

  @Test("A clock that is set back never makes an image live longer: the cache is emptied")
  func clockBack() async throws {
    let it = try PictureCase()
    let cache = try await it.open()
    try cache.store(Picture([1]), for: "a", now: start)
    #expect(cache.image(for: "a", now: start + 6 * day) != nil)
    #expect(cache.image(for: "a", now: start + 1 * day) == nil)
    #expect(try it.files().isEmpty)
    try cache.store(Picture([2]), for: "a", now: start + 1 * day)
    #expect(cache.image(for: "a", now: start + 2 * day) == Picture([2]), "it works again afterwards")
  }

  @Test("A clock that is set back between two starts is noticed too")
  func clockBackOverRestart() async throws {
    let it = try PictureCase()
    let cache = try await it.open()
    try cache.store(Picture([1]), for: "a", now: start)
    cache.sweep(now: start + 6 * day)
    let next = try await it.open(now: start + 1 * day, seed: 2)
    #expect(next.image(for: "a", now: start + 1 * day) == nil)
    #expect(try it.files().isEmpty)
  }

  @Test("Without its clock the cache gives nothing out: setting the clock back makes no image live longer")
  func clockGone() async throws {
    for other in [nil, "folder", "link"] as [String?] {
      let it = try PictureCase()
      let cache = try await it.open()
      try cache.store(Picture([1]), for: "a", now: start)
      cache.sweep(now: start + 6 * day)
      let clock = it.place.path + "/images/clock"
      try FileManager.default.removeItem(atPath: clock)
      if other == "folder" { _ = try it.place.make("images/clock/inner") }
      if other == "link" { symlink(it.place.path, clock) }
      let next = try await it.open(now: start + 1 * day, seed: 2)
      #expect(next.image(for: "a", now: start + 1 * day) == nil, "\(other ?? "nothing")")
      #expect(try it.files().isEmpty)
      try next.store(Picture([2]), for: "a", now: start + 1 * day)
      #expect(next.image(for: "a", now: start + 2 * day) == Picture([2]), "it works again afterwards")
      #expect(try await it.open(now: start + 2 * day, seed: 3).image(for: "a", now: start + 2 * day) != nil)
    }
  }

  @Test("A correction of a second keeps the images and does not lengthen their life")
  func correction() async throws {
    let it = try PictureCase()
    let cache = try await it.open()
    try cache.store(Picture([1]), for: "a", now: start)
    for step in 1...4 { #expect(cache.image(for: "a", now: start - Double(step)) != nil) }
    #expect(cache.image(for: "a", now: start + 7 * day - 1) != nil)
    #expect(cache.image(for: "a", now: start + 7 * day + 1) == nil)
  }

  @Test("The least recently used image leaves when the budget is used up, also after a restart")
  func leastRecentlyUsed() async throws {
    let it = try PictureCase(budget: 4 * (100 + 37))
    let cache = try await it.open()
    for (index, key) in ["a", "b", "c", "d"].enumerated() {
      try cache.store(Picture([UInt8](repeating: 1, count: 100)), for: key, now: start + Double(index))
    }
    #expect(cache.count == 4)
    #expect(cache.image(for: "a", now: start + 10) != nil)
    let next = try await it.open(now: start + 11, seed: 2)
    try next.store(Picture([UInt8](repeating: 2, count: 100)), for: "e", now: start + 12)
    #expect(next.image(for: "b", now: start + 13) == nil)
    for key in ["a", "c", "d", "e"] { #expect(next.image(for: key, now: start + 13) != nil, "\(key)") }
    #expect(throws: LifecycleError.tooLarge(limit: 4 * 137 - 37)) {
      try next.store(Picture([UInt8](repeating: 0, count: 4 * 137)), for: "f", now: start + 14)
    }
  }

  @Test("Files show neither contents nor keys, and nobody else may read them")
  func sealed() async throws {
    let it = try PictureCase()
    let text = Array("a plain text that would be seen".utf8)
    try await it.open().store(Picture(text), for: "https://images.example/a.png", now: start)
    let file = try #require(try it.files().first)
    #expect(!file.contains("example") && file.utf8.count == 32 + 7)
    let bytes = try it.place.bytes("images/" + file)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("plain"))
    #expect(bytes.count == text.count + 37)
    #expect(it.place.mode("images/" + file) == 0o600 && it.place.mode("images") == 0o700)
  }

  @Test("Every truncation and every flipped bit of a file is a miss, and the file is erased")
  func damage() async throws {
    let it = try PictureCase()
    let cache = try await it.open()
    try cache.store(Picture([7, 7]), for: "a", now: start)
    let file = "images/" + (try #require(try it.files().first))
    let bytes = try it.place.bytes(file)
    for index in bytes.indices {
      for variant in [Array(bytes.prefix(index)), bytes.enumerated().map { $0 == index ? $1 ^ 0x10 : $1 }] {
        try cache.store(Picture([7, 7]), for: "a", now: start)
        try it.place.put(variant, at: file)
        #expect(cache.image(for: "a", now: start) == nil)
        #expect(!it.place.exists(file))
        try it.place.put(variant, at: file)
        let next = try await it.open(seed: 2)
        #expect(next.image(for: "a", now: start) == nil)
      }
    }
  }

  @Test("Another image's file in its place is a miss")
  func swapped() async throws {
    let it = try PictureCase()
    let cache = try await it.open()
    try cache.store(Picture([1]), for: "a", now: start)
    let first = try #require(try it.files().first)
    let bytes = try it.place.bytes("images/" + first)
    try cache.store(Picture([2]), for: "b", now: start)
    let second = try #require(try it.files().first { $0 != first })
    try it.place.put(bytes, at: "images/" + second)
    #expect(cache.image(for: "b", now: start) == nil)
    #expect(cache.image(for: "a", now: start) == Picture([1]))
  }

  @Test("Links, folders, wrong rights and strangers' files are dropped and never followed")
  func foreign() async throws {
    let it = try PictureCase()
    try it.place.put([1, 2, 3], at: "precious")
    try await it.open().store(Picture([1]), for: "a", now: start)
    let folder = it.place.path + "/images/"
    let file = folder + (try #require(try it.files().first))
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: file)))
    symlink(it.place.path + "/precious", folder + String(repeating: "0", count: 32) + ".cached")
    mkdir(folder + String(repeating: "1", count: 32) + ".cached", 0o700)
    try it.place.put([1], at: "images/other.txt")
    try it.place.put([1], at: "images/a.cached.temporary")
    let cache = try await it.open(seed: 2)
    #expect(try it.place.files(in: "images").count == 2)
    #expect(it.place.exists("precious"))
    for spoil in [
      { _ = chmod(file, 0o644) }, { _ = link(file, it.place.path + "/second") },
      { _ = (unlink(file), symlink(it.place.path + "/precious", file)) }, { _ = (unlink(file), mkfifo(file, 0o600)) },
    ] {
      try cache.store(Picture([1]), for: "a", now: start)
      spoil()
      #expect(cache.image(for: "a", now: start) == nil)
      #expect(try it.files().isEmpty)
    }
    if geteuid() == 0 {
      try cache.store(Picture([1]), for: "a", now: start)
      chown(file, 12345, 12345)
      #expect(cache.image(for: "a", now: start) == nil)
    }
    #expect(bytes.count == 38)
  }

  @Test("Without its key the cache is empty: destroying the key is enough")
  func keyGone() async throws {
    let it = try PictureCase()
    try await it.open().store(Picture([1]), for: "a", now: start)
    it.keys.destroy()
    let cache = try await it.open(seed: 2)
    #expect(cache.image(for: "a", now: start) == nil)
  }

  @Test("An open cache refuses from the moment a wipe begins")
  func afterWipe() async throws {
    let it = try PictureCase()
    let cache = try await it.open()
    try cache.store(Picture([1]), for: "a", now: start)
    _ = try await it.wipe.run(.logout)
    #expect(cache.image(for: "a", now: start) == nil)
    #expect(throws: LifecycleError.wipePending) { try cache.store(Picture([1]), for: "b", now: start) }
    await #expect(throws: LifecycleError.wipePending) { try await it.open() }
  }

  @Test("Where the policy says memory nothing reaches the disk, and pressure empties the cache")
  func memory() async throws {
    let it = try PictureCase()
    let cache = try await it.open(requirement(.image, in: .memoryCache))
    try cache.store(Picture([1]), for: "a", now: start)
    #expect(cache.image(for: "a", now: start) == Picture([1]) && !it.place.exists("images"))
    cache.relieve(.memoryPressure)
    #expect(cache.count == 0)
    let none = try await it.open(requirement(.image, in: .nowhere))
    try none.store(Picture([1]), for: "a", now: start)
    #expect(none.image(for: "a", now: start) == nil && !it.place.exists("images"))
  }

  @Test("Images on disk survive memory pressure and termination")
  func pressure() async throws {
    let it = try PictureCase()
    let cache = try await it.open()
    try cache.store(Picture([1]), for: "a", now: start)
    for event in PressureEvent.allCases { cache.relieve(event) }
    #expect(cache.image(for: "a", now: start) == Picture([1]))
  }
}
