#if os(Linux)
  import Foundation
  import Glibc
  import LinuxSecretFiles
  import SecretStorage
  import SecurityTesting
  import Testing

  /// The files of before, which wait blank for the next write.
  @Suite struct SecretFilesSpareTests {
    private static let spares = ["index.spare.temporary", "token.sealed.spare.temporary"]

    private func number(_ file: String, _ place: Place) throws -> UInt64 {
      let attributes = try FileManager.default.attributesOfItem(atPath: place.folder + "/" + file)
      return try #require(attributes[.systemFileNumber] as? UInt64)
    }

    @Test func `Two files take turns, the one of before is blank, and every opening removes it`() async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      #expect(try place.spares().isEmpty)
      var numbers: [[UInt64]] = []
      for byte in UInt8(2)...5 {
        try await put([byte], "token", in: store)
        #expect(try place.spares() == Self.spares)
        for spare in Self.spares {
          #expect(try place.get(spare).allSatisfy { $0 == 0 })
          #expect(mode(place.folder + "/" + spare) == 0o600)
        }
        #expect(try await bytes("token", in: store) == [byte])
        numbers.append(try ["index", "token.sealed"].map { try number($0, place) })
      }
      #expect(numbers[0] == numbers[2] && numbers[1] == numbers[3])
      #expect(zip(numbers[0], numbers[1]).allSatisfy { $0 != $1 })
      #expect(try await bytes("token", in: place.open(seed: 2)) == [5])
      #expect(try place.spares().isEmpty)
      try await put([1, 2], "token", in: store)
      try await put([1, 2, 3], "token", in: store)
      #expect(try place.spares() == ["index.spare.temporary"])
      #expect(try await bytes("token", in: store) == [1, 2, 3])
    }

    @Test func `Who looks in between sees each write at once`() async throws {
      let place = try Place()
      let (writer, reader) = (try place.open(), try place.open(seed: 2))
      for round in 0..<300 {
        // An even number of writes: the file that the reader knows is the newest again.
        for write in 0..<2 { try await put([UInt8(round & 0xFF), UInt8(write)], "token", in: writer) }
        #expect(try await bytes("token", in: reader) == [UInt8(round & 0xFF), 1])
      }
    }

    /// What somebody may make of a file that is kept.
    enum Planted: CaseIterable {
      case exposed, linked, longer, link, folder, pipe
    }

    @Test(arguments: Planted.allCases)
    func `A kept file that others may have open is not written to`(_ what: Planted) async throws {
      let place = try Place()
      let store = try place.open()
      for byte in UInt8(1)...2 { try await put([byte], "token", in: store) }
      try #require(try place.spares() == Self.spares)
      let (outside, before) = (place.root + "/outside", [UInt8](repeating: 9, count: 77))
      for spare in Self.spares {
        let path = place.folder + "/" + spare
        switch what {
        case .exposed: #expect(chmod(path, 0o644) == 0)
        case .longer: try place.put(place.get(spare) + [0], spare)
        case .linked, .link:
          try place.put(nil, spare)
          try? FileManager.default.removeItem(atPath: outside)
          #expect(
            FileManager.default.createFile(
              atPath: outside, contents: Data(before), attributes: [.posixPermissions: 0o600]))
          #expect((what == .linked ? link(outside, path) : symlink(outside, path)) == 0)
        case .folder:
          try place.put(nil, spare)
          #expect(mkdir(path, 0o700) == 0)
        case .pipe:
          try place.put(nil, spare)
          #expect(mkfifo(path, 0o600) == 0)
        }
      }
      let planted = try Self.spares.map { try number($0, place) }
      // Kept open, so that their numbers are given to no new file.
      let held = Self.spares.map { open(place.folder + "/" + $0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW) }
      defer { for file in held where file >= 0 { close(file) } }
      try await put([3], "token", in: store)
      if what != .link {
        #expect(held.allSatisfy { $0 >= 0 })
        #expect(try !planted.contains(number("token.sealed", place)) && !planted.contains(number("index", place)))
      }
      #expect(try await bytes("token", in: store) == [3])
      if what == .linked || what == .link {
        #expect(try Array(Data(contentsOf: URL(filePath: outside))) == before)
      }
      try await put([4], "token", in: store)
      if what == .folder { for spare in Self.spares { _ = rmdir(place.folder + "/" + spare) } }
      #expect(try await bytes("token", in: place.open(seed: 2)) == [4])
    }

    @Test func `A file that others may read, or know by another name, is not kept`() async throws {
      let place = try Place()
      let store = try place.open()
      for byte in UInt8(1)...2 { try await put([byte], "token", in: store) }
      let sealed = try place.get("token.sealed")
      #expect(link(place.folder + "/token.sealed", place.root + "/outside") == 0)
      try await put([3], "token", in: store)
      #expect(try Array(Data(contentsOf: URL(filePath: place.root + "/outside"))) == sealed)
      #expect(try place.spares() == ["index.spare.temporary"])
      #expect(chmod(place.folder + "/token.sealed", 0o644) == 0)
      try await put([4], "token", in: store)
      #expect(try place.spares() == ["index.spare.temporary"])
      #expect(try place.files() == ["index", "lock", "root.key", "token.sealed"])
      #expect(try await bytes("token", in: store) == [4])
    }

    @Test func `A kept file goes with its item, and one without an item is a stray`() async throws {
      let place = try Place()
      let store = try place.open()
      for byte in UInt8(1)...2 { for text in ["token", "other"] { try await put([byte], text, in: store) } }
      try await store.delete(name("token"))
      #expect(try !place.spares().contains("token.sealed.spare.temporary"))
      #expect(try await store.strayCount() == 0)
      try place.put([1], "token.sealed.spare.temporary")
      #expect(try await store.strayCount() == 1)
      try await store.deleteStrays()
      #expect(try place.spares() == ["index.spare.temporary", "other.sealed.spare.temporary"])
    }

    /// Where a write was cut off after its item took its place.
    enum Cut: CaseIterable {
      /// Before the index did.
      case beforeIndex
      /// After it did, and before the files of before were blanked.
      case afterIndex
      /// By a power failure that kept the item and not the prepared index.
      case withoutIndex
    }

    @Test(arguments: Cut.allCases, [true, false])
    func `The files of before, as a cut write leaves them, are taken for nothing else`(
      _ cut: Cut, _ isOpen: Bool
    ) async throws {
      let place = try Place()
      let store = try place.open()
      try await put([1], "token", in: store)
      let (index, item) = (try place.get("index"), try place.get("token.sealed"))
      let open = try place.open(seed: 2)
      try await put([2], "token", in: store)
      let next = try place.get("index")
      try place.put(item, "token.sealed.temporary")
      switch cut {
      case .beforeIndex:
        try place.put(index, "index")
        try place.put(next, "index.temporary")
      case .afterIndex: try place.put(index, "index.temporary")
      case .withoutIndex: try place.put(index, "index")
      }
      // A power failure leaves no process behind.
      let found = isOpen && cut != .withoutIndex ? open : try place.open(seed: 3)
      let expected: UInt8 = cut == .withoutIndex ? 1 : 2
      #expect(try await bytes("token", in: found) == [expected])
      #expect(try await found.strayCount() == 0)
      try await put([3], "token", in: found)
      #expect(try await bytes("token", in: place.open(seed: 4)) == [3])
      #expect(try place.files() == ["index", "lock", "root.key", "token.sealed"])
    }
  }
#endif
