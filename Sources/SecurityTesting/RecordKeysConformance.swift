import Redaction
public import SealedRecords

/// What every `RecordKeys` promises, as runnable claims. Needs no test framework.
///
/// Does not show that keys come from good randomness, nor that an erased key is gone from the medium.
public enum RecordKeysConformance {
  private struct Broken: Error {}

  /// Does something to the device that these keys stand on.
  public typealias Turn = @Sendable (any RecordKeys) async throws -> Void

  private typealias Check = @Sendable (any RecordKeys) async throws -> Void

  /// Runs every claim on keys of its own and returns those that do not hold, each as a sentence.
  ///
  /// - Parameters:
  ///   - lock: puts the keys out of reach, as a locked device does; nil where nothing locks: then what that must mean is not
  ///     judged.
  ///   - makeKeys: a place with no key in it; called once per claim.
  public static func brokenClaims(lock: Turn? = nil, of makeKeys: () async throws -> any RecordKeys) async -> [String] {
    var broken: [String] = []
    for (claim, check) in claims + (lock.map(lockClaims) ?? []) {
      do { try await check(makeKeys()) } catch is Broken { broken.append(claim) } catch {
        broken.append("\(claim) (it threw \(error))")
      }
    }
    return broken
  }

  private static let claims: [(String, Check)] = [
    (
      "where nothing was made there is no key",
      { keys in
        for kind in try kinds() { try await expect(bytes(keys, kind, 1) == nil) }
      }
    ),
    (
      "a key that was made has 32 bytes, the same ones each time",
      { keys in
        try await keys.makeKey(for: kind("night"), version: 1)
        let first = try await bytes(keys, kind("night"), 1)
        try expect(first?.count == 32)
        try await expect(bytes(keys, kind("night"), 1) == first)
      }
    ),
    (
      "no two kinds and no two versions share a key, however alike their names are",
      { keys in
        var seen: Set<[UInt8]> = []
        for kind in try kinds() {
          for version in [1, 2, 11, Int(UInt32.max)] {
            try await keys.makeKey(for: kind, version: version)
            guard let key = try await bytes(keys, kind, version) else { throw Broken() }
            try expect(seen.insert(key).inserted)
          }
        }
        for kind in try kinds() {
          for version in [1, 2, 11, Int(UInt32.max)] {
            guard let key = try await bytes(keys, kind, version) else { throw Broken() }
            try expect(seen.remove(key) != nil)
          }
        }
      }
    ),
    (
      "making a key that is there leaves it as it is",
      { keys in
        try await keys.makeKey(for: kind("night"), version: 1)
        let first = try await bytes(keys, kind("night"), 1)
        try await keys.makeKey(for: kind("night"), version: 1)
        try await expect(bytes(keys, kind("night"), 1) == first)
      }
    ),
    (
      "of many who make one key at once all go on with the same one",
      { keys in
        for version in 1...8 {
          let found = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<12 {
              group.addTask {
                try await keys.makeKey(for: kind("night"), version: version)
                return try await bytes(keys, kind("night"), version)
              }
            }
            return try await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
          }
          try expect(found.count == 1 && !found.contains(nil))
          try await expect(bytes(keys, kind("night"), version) == found.first)
        }
      }
    ),
    (
      "an erased key is gone, and the others stay",
      { keys in
        for version in 1...2 { try await keys.makeKey(for: kind("night"), version: version) }
        try await keys.makeKey(for: .index, version: 1)
        let others = try await [bytes(keys, kind("night"), 2), bytes(keys, .index, 1)]
        try await keys.eraseKey(for: kind("night"), version: 1)
        try await expect(bytes(keys, kind("night"), 1) == nil)
        try await expect([bytes(keys, kind("night"), 2), bytes(keys, .index, 1)] == others)
        try expect(!others.contains(nil))
      }
    ),
    (
      "erasing what is not there is no error",
      { keys in
        try await keys.eraseKey(for: kind("night"), version: 1)
        try await keys.makeKey(for: kind("night"), version: 1)
        for _ in 0..<2 { try await keys.eraseKey(for: kind("night"), version: 1) }
        try await expect(bytes(keys, kind("night"), 1) == nil)
      }
    ),
    (
      "a key that is made after it was erased is another one",
      { keys in
        try await keys.makeKey(for: kind("night"), version: 1)
        let first = try await bytes(keys, kind("night"), 1)
        try await keys.eraseKey(for: kind("night"), version: 1)
        try await keys.makeKey(for: kind("night"), version: 1)
        let second = try await bytes(keys, kind("night"), 1)
        try expect(first != nil && second != nil && first != second)
      }
    ),
  ]

  private static func lockClaims(_ lock: @escaping Turn) -> [(String, Check)] {
    [
      (
        "a key that is out of reach is an error, never a missing one",
        { keys in
          try await keys.makeKey(for: kind("night"), version: 1)
          try await lock(keys)
          try await outOfReach { _ = try await bytes(keys, kind("night"), 1) }
        }
      ),
      (
        "out of reach nothing is made: whether there is a key nobody can tell",
        { keys in
          try await lock(keys)
          try await outOfReach { try await keys.makeKey(for: kind("night"), version: 1) }
        }
      ),
    ]
  }

  private static func outOfReach(_ body: () async throws -> Void) async throws {
    do { try await body() } catch RecordError.locked { return } catch RecordError.keyUnavailable { return }
    throw Broken()
  }

  /// Among them two of the greatest length that differ in the last letter only, and some that look like versions.
  private static func kinds() throws -> [RecordKind] {
    let long = String(repeating: "k", count: 63)
    return try ["night", "night.1", "1.night", "1", "11", "nigh", "n-ght", long + "a", long + "b"].map(kind) + [.index]
  }

  private static func kind(_ text: String) throws -> RecordKind {
    guard let kind = RecordKind(text) else { throw Broken() }
    return kind
  }

  private static func bytes(_ keys: any RecordKeys, _ kind: RecordKind, _ version: Int) async throws -> [UInt8]? {
    guard let key = try await keys.key(for: kind, version: version) else { return nil }
    return key.withExposedBytes { Array($0) }
  }

  private static func expect(_ holds: Bool) throws {
    guard holds else { throw Broken() }
  }
}
