#if os(Linux) || os(Android)

  import CRawSystemCalls

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Compares code in memory with its file, from the first page to the end of the last: a stub may hide in the tail.
  ///
  /// Reads the file and does not map it, because a kernel probe changes every mapping of the page. Code that may be
  /// executed but not read (some Android releases map their libraries so) cannot be compared. A library that anyone may
  /// close meanwhile is copied by the kernel before it is compared, and what was found counts only while it is mapped.
  enum CodeComparison {
    /// Where the row differs from its file (an offset in the file), or nil. Throws when the file cannot be compared.
    private static func difference(
      _ row: ExecutableRows.Row, in ranges: [Range<Int>], _ snapshot: Snapshot, mayBeClosed: Bool
    ) throws(SystemCallFailure) -> UInt64? {
      guard row.isReadable else { throw .unreadable("execute-only code") }
      guard !row.isDeleted, row.path.hasPrefix("/") else { throw .unreadable("code without a file") }
      // The device number is not compared: overlay and subvolume file systems show another one in the map.
      if ranges.isEmpty {
        guard try RawFile.status(row.path).inode == row.inode else { throw replaced }
        return nil
      }
      // Of the open file: another one may come to its name at any time.
      let file = try RawFile.Descriptor(row.path)
      guard try file.status().inode == row.inode else { throw replaced }
      let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 96 << 10, alignment: 64)
      let copy = mayBeClosed ? UnsafeMutableRawBufferPointer.allocate(byteCount: chunk.count, alignment: 64) : nil
      defer {
        chunk.deallocate()
        copy?.deallocate()
      }
      for range in ranges {
        var position = range.lowerBound
        while position < range.upperBound {
          let count = min(chunk.count, range.upperBound - position)
          let part = UnsafeMutableRawBufferPointer(rebasing: chunk[..<count])
          let filled = try file.read(part, at: row.offset + UInt64(position))
          // Past the end of the file the kernel fills the last page with zeros.
          UnsafeMutableRawBufferPointer(rebasing: part[filled...]).initializeMemory(as: UInt8.self, repeating: 0)
          guard let memory = UnsafeRawPointer(bitPattern: row.start + UInt(position)) else { break }
          if let copy {
            let copied = mantlet_raw_copy(memory, copy.baseAddress, count)
            if copied != count {
              guard copied >= 0 || copied == -Int(SystemCallFailure.noSuchAddress) else {
                throw .refused(Int32(-copied))
              }
              if try isMapped(row, snapshot) { throw .unreadable("code that cannot be copied") }
              return nil
            }
          }
          let seen = copy.flatMap { UnsafeRawPointer($0.baseAddress) } ?? memory
          let same = mantlet_raw_first_difference(part.baseAddress, seen, count)
          if same < count {
            if mayBeClosed, try !isMapped(row, snapshot) { return nil }
            return row.offset + UInt64(position + same)
          }
          position += count
        }
      }
      return nil
    }

    private static let replaced = SystemCallFailure.unreadable("file replaced since it was loaded")

    private static func isMapped(
      _ row: ExecutableRows.Row, _ snapshot: Snapshot
    ) throws(SystemCallFailure) -> Bool {
      try snapshot.process.get().code().rows.contains(row)
    }

    /// The evidence of all rows that differ: of each the pages that are private copies, and the window (nil: all of it)
    /// where `isThorough`, or where nobody can tell which pages are copies.
    static func findings(
      _ rows: [ExecutableRows.Row], _ snapshot: Snapshot, within window: CodeWindow? = nil, isThorough: Bool
    ) throws(SystemCallFailure) -> Probe.Finding {
      let copies = (try? snapshot.copies.get()) ?? [:]
      let images = try snapshot.images.get()
      let pageSize = max(4096, sysconf(Int32(_SC_PAGESIZE)))
      var found: [String] = []
      var failure: SystemCallFailure?
      for row in rows {
        let places = copies[row.start]
        var ranges = places?.map { $0..<min($0 + pageSize, row.length) } ?? []
        if isThorough || places == nil { ranges.append(window?.range(in: row.length) ?? 0..<row.length) }
        do throws(SystemCallFailure) {
          let image = images.image(at: row.start)
          let stays = image.map { $0.isNeeded || $0.isOwnNeeded || $0.isInFront } ?? false
          guard let offset = try difference(row, in: ranges, snapshot, mayBeClosed: !stays) else { continue }
          found.append("\(EvidenceText.line(row.fileName))+0x\(String(offset, radix: 16))")
        } catch {
          failure = error
        }
      }
      if found.isEmpty, let failure { throw failure }
      return .of(found)
    }
  }

#endif
