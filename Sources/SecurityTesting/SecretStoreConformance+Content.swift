import Redaction
import SecretStorage

/// Claims on what is stored: every byte, every name, nothing else.
extension SecretStoreConformance {
  static let contentClaims: [Claim] = [
    Claim("an empty store has no names and reads nil") { store, _ in
      try await expect(store.names().isEmpty)
      try await expect(bytes("absent", in: store) == nil)
    },
    Claim("a read gives back the bytes written, all 256 values of a byte") { store, _ in
      let all = (0...255).map { UInt8($0) }
      try await put(all, "token", in: store)
      try await expect(bytes("token", in: store) == all)
      try await expect(bytes("token", in: store) == all)
    },
    Claim("an empty secret is a secret") { store, _ in
      try await put([], "empty", in: store)
      try await expect(bytes("empty", in: store) == [])
      try await expect(names(store) == ["empty"])
    },
    Claim("a write replaces the value, by a longer and by a shorter one") { store, _ in
      for value in [[1], Array(repeating: 2, count: 5000), [3, 4], []] as [[UInt8]] {
        try await put(value, "token", in: store)
        try await expect(bytes("token", in: store) == value)
        try await expect(names(store) == ["token"])
      }
    },
    Claim("names are sorted and complete, names that only look alike are apart") { store, _ in
      for text in ["b", "a.b", "a-b", "..", "a"] { try await put(Array(text.utf8), text, in: store) }
      try await expect(names(store) == ["..", "a", "a-b", "a.b", "b"])
      for text in ["b", "a.b", "a-b", "..", "a"] {
        try await expect(bytes(text, in: store) == Array(text.utf8))
      }
    },
    Claim("a deleted secret is gone and its neighbour stays; deleting twice is no error") { store, _ in
      try await put([1], "gone", in: store)
      try await put([2], "stays", in: store)
      try await store.delete(name("gone"))
      try await store.delete(name("gone"))
      try await expect(bytes("gone", in: store) == nil)
      try await expect(bytes("stays", in: store) == [2])
      try await expect(names(store) == ["stays"])
    },
    Claim("deleting what was never there is no error, and a deleted name can be used again") { store, _ in
      try await store.delete(name("again"))
      try await put([1], "again", in: store)
      try await store.delete(name("again"))
      try await put([2], "again", in: store)
      try await expect(bytes("again", in: store) == [2])
    },
    Claim("a secret of 64 KiB and a name of 64 characters are accepted") { store, _ in
      let long = String(repeating: "n", count: 64)
      let most = [UInt8](repeating: 7, count: SealedItem.secretLimit)
      try await put(most, long, in: store)
      try await expect(bytes(long, in: store) == most)
      try await expect(names(store) == [long])
    },
    Claim("a secret over 64 KiB is refused, the old value stands and no new name appears") { store, _ in
      let more = [UInt8](repeating: 7, count: SealedItem.secretLimit + 1)
      try await put([1], "token", in: store)
      for text in ["token", "fresh"] {
        try await expectRefusal({ $0 == .tooLarge(limit: SealedItem.secretLimit) }) {
          try await put(more, text, in: store)
        }
      }
      try await expect(bytes("token", in: store) == [1])
      try await expect(bytes("fresh", in: store) == nil)
      try await expect(names(store) == ["token"])
    },
    Claim("a secret that was handed out does not change with the store") { store, _ in
      try await put([1, 2], "token", in: store)
      guard let before = try await store.read(name("token")) else { throw Broken() }
      try await put([3, 4], "token", in: store)
      try await store.delete(name("token"))
      try expect(before.withExposedBytes { Array($0) } == [1, 2])
    },
    Claim("a second store on the same medium sees each completed write and delete") { store, control in
      let reopen = try need(control.reopen, "no way to open it again")
      try await put([1], "stays", in: store)
      try await put([2], "gone", in: store)
      let second = try await reopen(store)
      try await expect(bytes("stays", in: second) == [1])
      try await store.delete(name("gone"))
      try await put([3], "stays", in: store)
      try await expect(bytes("stays", in: second) == [3])
      try await expect(names(second) == ["stays"])
    },
  ]
}
