import Redaction
import SecretStorage
import SecurityPolicy

/// Claims on what is made once: whoever is first has made it.
extension SecretStoreConformance {
  static let addingClaims: [Claim] = [
    Claim("an add stores what a read gives back, under one name, also an empty secret") { store, _ in
      try await add([1, 2], "key", in: store)
      try await add([], "empty", in: store)
      try await expect(bytes("key", in: store) == [1, 2])
      try await expect(bytes("empty", in: store) == [])
      try await expect(names(store) == ["empty", "key"])
    },
    Claim("an add where there is a secret is refused as a duplicate, and the old one stands") { store, _ in
      try await put([1], "key", in: store)
      for value in [[2], [], [1]] as [[UInt8]] {
        let name = try name("key")
        try await expectRefusal({ $0 == .duplicate(name) }) { try await add(value, "key", in: store) }
      }
      try await expect(bytes("key", in: store) == [1])
      try await put([3], "key", in: store)
      try await store.delete(name("key"))
      try await add([4], "key", in: store)
      try await expect(bytes("key", in: store) == [4])
    },
    Claim("an add keeps to the limit and to the requirements of a write, and leaves no name when it is refused") {
      store, _ in
      try await expectRefusal({ $0 == .tooLarge(limit: SealedItem.secretLimit) }) {
        try await add([UInt8](repeating: 7, count: SealedItem.secretLimit + 1), "large", in: store)
      }
      let stranger = AccessRequirement(.insecureMigratingWhenUnlocked, presence: .owner)
      do { try await add([1], "bound", in: store, stranger) } catch StorageError.unenforceable {
        try await expect(bytes("bound", in: store) == nil)
      }
      try await add([1], "key", in: store)
      try await expect(names(store).filter { $0 != "bound" } == ["key"])
    },
    Claim("of many adds at once one is kept, all others are refused, and a read gives the kept one back") { store, _ in
      for round in 0..<8 {
        let text = "key.\(round)"
        let kept = try await withThrowingTaskGroup(of: UInt8?.self) { group in
          for number: UInt8 in 1...12 {
            group.addTask {
              do { try await add([number], text, in: store) } catch StorageError.duplicate { return nil }
              return number
            }
          }
          return try await group.reduce(into: [UInt8]()) { kept, number in kept += number.map { [$0] } ?? [] }
        }
        try expect(kept.count == 1)
        try await expect(bytes(text, in: store) == kept)
      }
    },
    Claim("adds through two stores on one medium keep one secret, and both give it back") { store, control in
      let second = try await need(control.reopen, "no way to open it again")(store)
      for round in 0..<8 {
        let text = "key.\(round)"
        let found = try await withThrowingTaskGroup(of: [UInt8].self) { group in
          for (number, store) in [store, second, store, second].enumerated() {
            group.addTask {
              let key = try await store.addOrRead(
                Secret(copying: [UInt8(number)]), as: name(text), access: AccessRequirement())
              return key.withExposedBytes { Array($0) }
            }
          }
          return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        try expect(found.count == 1)
        try await expect(bytes(text, in: second) == found.first)
      }
    },
  ]

  private static func add(
    _ bytes: [UInt8], _ text: String, in store: any SecretStore, _ access: AccessRequirement = AccessRequirement()
  ) async throws {
    try await store.add(Secret(copying: bytes), as: name(text), access: access)
  }
}
