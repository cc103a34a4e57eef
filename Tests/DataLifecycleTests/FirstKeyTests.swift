import DataLifecycle
import Foundation
import Redaction
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite struct FirstKeyTests {
  /// A damaged key that the first two find before either goes on.
  private final class MeetingKeys: CacheKeys {
    private struct State {
      var looks = 0
      var destroyed = 0
      var first: CheckedContinuation<Void, Never>?
    }

    private let keys = InMemoryCacheKeys()
    private let state = Mutex(State())

    var destroyed: Int { state.withLock { $0.destroyed } }

    func load() async throws(LifecycleError) -> Secret? {
      let look = state.withLock { state in
        state.looks += 1
        return state.looks
      }
      if look == 1 {
        await withCheckedContinuation { first in
          let isAlone = state.withLock { state in
            if state.looks == 1 { state.first = first }
            return state.looks == 1
          }
          if !isAlone { first.resume() }
        }
      } else if look == 2 {
        let first = state.withLock { state in
          defer { state.first = nil }
          return state.first
        }
        first?.resume()
      }
      guard look > 2, destroyed > 0 else { throw .keyDamaged }
      return keys.load()
    }

    func add(_ key: borrowing Secret) -> Secret { keys.add(key) }

    func destroy() {
      keys.destroy()
      state.withLock { $0.destroyed += 1 }
    }
  }

  /// Looked before another one added the key.
  private final class LateKeys: CacheKeys {
    private let keys: InMemoryCacheKeys
    private let hasLooked = Mutex(false)

    init(_ keys: InMemoryCacheKeys) { self.keys = keys }

    func load() -> Secret? {
      let isLate = hasLooked.withLock { hasLooked in
        defer { hasLooked = true }
        return hasLooked
      }
      return isLate ? keys.load() : nil
    }

    func add(_ key: borrowing Secret) -> Secret { keys.add(key) }
    func destroy() { keys.destroy() }
  }

  @Test("Of two who find the key damaged one makes it anew, and both go on with that one")
  func healedOnce() async throws {
    let place = try TestFolder()
    let keys = MeetingKeys()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number: UInt64 in 0..<2 {
        group.addTask {
          let log = try await SealedLog.open(
            LogFileRequirement(name: "log", bytes: 64 << 10, days: 4), folder: place.path + "/log", keys: keys,
            access: nil, now: start, random: SeededGenerator(seed: number), wait: .seconds(60))
          log.append("\(number)", now: start)
          #expect(log.lostLines == 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(keys.destroyed == 1)
    let log = try await SealedLog.open(
      LogFileRequirement(name: "log", bytes: 64 << 10, days: 4), folder: place.path + "/log", keys: keys, access: nil,
      now: start, random: SeededGenerator(seed: 2))
    let content = try log.content(now: start)
    #expect(Set(content.lines.map(\.text)) == ["0", "1"] && content.damaged == 0)
  }

  @Test("Who adds a key and is given another one's keeps what that one has stored")
  func anothersKey() async throws {
    let it = try PictureCase()
    let first = try await it.open()
    try first.store(Picture([1, 2, 3]), for: "a", now: start)
    let second = try await ImageCache<Picture>.open(
      requirement(), folder: it.place.path + "/images", keys: LateKeys(it.keys), byteBudget: it.budget,
      access: it.access, now: start, random: SeededGenerator(seed: 9))
    #expect(second.image(for: "a", now: start) == Picture([1, 2, 3]))
  }
}
