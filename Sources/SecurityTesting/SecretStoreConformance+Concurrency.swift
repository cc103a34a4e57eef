import Redaction
import SecretStorage
import Synchronization

/// Claims on many callers at once: old or new, never half, never nothing.
extension SecretStoreConformance {
  /// Lets writer and readers run beside each other on any machine: no write without a read after it.
  private final class Pace: Sendable {
    private let state = Mutex((reads: 0, isOver: false))
    var isOver: Bool { state.withLock { $0.isOver } }
    func countRead() { state.withLock { $0.reads += 1 } }
    func end() { state.withLock { $0.isOver = true } }
    func waitForRead(_ number: Int) async {
      while state.withLock({ $0.reads < number && !$0.isOver }) { await Task.yield() }
    }
  }

  /// Values that betray a mixture: one byte repeated, as often as it says; a later one may be longer or shorter.
  private static func value(_ number: Int) -> [UInt8] {
    Array(repeating: UInt8(truncatingIfNeeded: number), count: 1 + number * 7 % 11 * 211)
  }

  static let concurrencyClaims: [Claim] = [
    Claim("a reader beside a writer sees an old or a new value, never nothing and never half of one") { store, _ in
      try await put(value(0), "token", in: store)
      let pace = Pace()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { pace.end() }
          for number in 1...40 {
            try await put(value(number), "token", in: store)
            await pace.waitForRead(number)
          }
        }
        for _ in 0..<2 {
          group.addTask {
            defer { pace.end() }
            var last = 0
            while !pace.isOver {
              guard let seen = try await bytes("token", in: store), let first = seen.first else { throw Broken() }
              try expect(seen == value(Int(first)))
              // What was once replaced does not come back.
              try expect(Int(first) >= last)
              last = Int(first)
              try await expect(names(store) == ["token"])
              pace.countRead()
              await Task.yield()
            }
          }
        }
        try await group.waitForAll()
      }
      try await expect(bytes("token", in: store) == value(40))
    },
    Claim("writers of one name are serialised: one whole value and one name remain") { store, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...12 { group.addTask { try await put(value(number), "token", in: store) } }
        try await group.waitForAll()
      }
      guard let seen = try await bytes("token", in: store), let first = seen.first else { throw Broken() }
      try expect((1...12).contains(Int(first)) && seen == value(Int(first)))
      try await expect(names(store) == ["token"])
    },
    Claim("writers of different names do not disturb each other") { store, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 10...24 { group.addTask { try await put(value(number), "token.\(number)", in: store) } }
        try await group.waitForAll()
      }
      try await expect(names(store) == (10...24).map { "token.\($0)" })
      for number in 10...24 { try await expect(bytes("token.\(number)", in: store) == value(number)) }
    },
    Claim("deletes beside writes leave a whole value or none, and the list says which") { store, _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...10 {
          group.addTask { try await put(value(number), "token", in: store) }
          group.addTask { try await store.delete(name("token")) }
        }
        try await group.waitForAll()
      }
      let seen = try await bytes("token", in: store)
      if let seen { try expect(seen.first.map { seen == value(Int($0)) } ?? false) }
      try await expect(names(store) == (seen == nil ? [] : ["token"]))
    },
  ]
}
