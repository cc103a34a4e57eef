/// A zip archive, read in memory and never written to disk.
///
/// Protects against paths that lead out of a folder, archives that grow, files that overlap, stand twice or under a second
/// name in front of their bytes, sizes and checksums that lie, links, encrypted files, and archives that are part of
/// something else: the archive begins with its first byte and ends with its last. Stored and deflated files are read, archives over
/// several disks and of 64 bits are refused. What a file holds is not judged, and an archive inside is a file like others.
///
/// Source: PKWARE APPNOTE 6.3.10, sections 4.3 to 4.5; CWE-22, CWE-409.
public struct ZipArchive: Sendable {
  /// Every file, in the order of the directory; folders are left out.
  public let entries: [ZipEntry]
  private let bytes: [UInt8]

  /// Reads the directory and compares it with the heads of the files; nothing is unpacked yet.
  ///
  /// - Throws: ``InputError`` `tooLarge` for the archive or its files unpacked, `tooManyValues` for their number,
  ///   `duplicateKey` for a path that stands twice (letters of either case are the same), `malformedBinary` for all else.
  public init(_ bytes: [UInt8], limits: ZipLimits = ZipLimits()) throws(InputError) {
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    self.bytes = bytes
    entries = try ZipDirectory(bytes, limits: limits).entries()
  }

  /// The one file with this last part of its path, in whatever folder; shadow files are passed over, nil for none.
  ///
  /// - Throws: ``InputError/duplicateKey(offset:)`` when two folders hold one.
  public func entry(named baseName: String) throws(InputError) -> ZipEntry? {
    let found = entries.filter { !$0.isShadow && $0.baseName == baseName }
    guard found.count <= 1 else { throw .duplicateKey(offset: found[1].offset) }
    return found.first
  }

  /// The bytes of a file of this archive.
  ///
  /// - Throws: ``InputError/malformedBinary(expected:offset:)`` for bytes that do not unpack to what the directory says.
  public func content(of entry: ZipEntry) throws(InputError) -> [UInt8] {
    guard entries.contains(entry) else {
      throw .malformedBinary(expected: "a file of this archive", offset: entry.offset)
    }
    let packed = bytes[entry.offset..<entry.offset + entry.packedSize]
    let content: [UInt8]
    if entry.isDeflated {
      var inflater = Inflater(packed, maximumBytes: entry.size)
      content = try inflater.content()
    } else {
      content = Array(packed)
    }
    guard content.count == entry.size else {
      throw .malformedBinary(expected: "as many bytes as the directory says", offset: entry.offset)
    }
    guard CyclicChecksum.of(content) == entry.checksum else {
      throw .malformedBinary(expected: "the checksum of the directory", offset: entry.offset)
    }
    return content
  }
}
