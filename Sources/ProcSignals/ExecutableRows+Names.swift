#if os(Linux) || os(Android)

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  extension ExecutableRows.Row {
    /// - Parameter path: as the map shows it, with the kernel's note.
    init(
      _ addresses: Range<UInt>, isReadable: Bool, isWritable: Bool, offset: UInt64, device: UInt64,
      inode: UInt64, path text: UnsafeRawBufferPointer
    ) {
      let note = Self.ends(text, " (deleted)") ? 10 : 0
      let name = Self.name(text, end: text.count - note)
      let bytes = UnsafeRawBufferPointer(rebasing: text[name])
      var path = String(decoding: text, as: UTF8.self)
      // A path that is not UTF-8 was mended and is longer than its bytes were, so that its name lies elsewhere.
      let place =
        path.utf8.count == text.count
        ? name : path.withUTF8 { Self.name(UnsafeRawBufferPointer($0), end: $0.count - note) }
      self.init(
        start: addresses.lowerBound, end: addresses.upperBound, isReadable: isReadable, isWritable: isWritable,
        offset: offset, device: device, inode: inode, path: path, isDeleted: note > 0,
        isSystemCode: Self.isSystemCode(bytes), name: place,
        lowercasedName: bytes.map { (65...90).contains($0) ? $0 | 32 : $0 })
    }

    private static let systemNames: [StaticString] = [
      "libc.so", "libc-2.", "libc.musl-", "ld-linux", "ld-2.", "ld64.so", "ld-musl-",
    ]

    private static func isSystemCode(_ name: UnsafeRawBufferPointer) -> Bool {
      systemNames.contains { begins(name, $0) }
        || begins(name, "linker") && (name.count == 6 || name.count == 8 && ends(name, "64"))
    }

    /// What follows the last slash.
    private static func name(_ text: UnsafeRawBufferPointer, end: Int) -> Range<Int> {
      var start = end
      while start > 0, text[start - 1] != 47 { start -= 1 }
      return start..<end
    }

    private static func begins(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
      guard let base = text.baseAddress, text.count >= word.utf8CodeUnitCount else { return false }
      return memcmp(base, word.utf8Start, word.utf8CodeUnitCount) == 0
    }

    private static func ends(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
      guard let base = text.baseAddress, text.count >= word.utf8CodeUnitCount else { return false }
      return memcmp(base + (text.count - word.utf8CodeUnitCount), word.utf8Start, word.utf8CodeUnitCount) == 0
    }
  }

#endif
