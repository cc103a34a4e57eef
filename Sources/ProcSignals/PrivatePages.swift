#if os(Linux) || os(Android)

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Which pages of a row are private copies and no longer the file's: only they can differ from it.
  ///
  /// A page that the kernel still shares with the file is the file's page in the cache, so its bytes need no comparison.
  /// A patch, a debugger's breakpoint, a kernel probe and a page made writable for a moment each leave a private copy,
  /// which stays when the bytes are put back. Source: Linux admin-guide/mm/pagemap, bits 61 to 63.
  struct PrivatePages: ~Copyable {
    private let table: RawFile.Descriptor
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
    let pageSize = max(4096, sysconf(Int32(_SC_PAGESIZE)))

    /// Throws where the process may not read its own page table.
    init() throws(SystemCallFailure) { table = try RawFile.Descriptor("/proc/self/pagemap") }

    /// Distances from the row's start, in bytes.
    func places(in row: ExecutableRows.Row) throws(SystemCallFailure) -> [Int] {
      var places: [Int] = []
      let count = row.length / pageSize
      let first = UInt64(row.start / UInt(pageSize))
      var page = 0
      while page < count {
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, (count - page) * 8)])
        guard try table.read(wanted, at: (first + UInt64(page)) * 8) == wanted.count else {
          throw .unreadable("page table cut short")
        }
        for (index, entry) in wanted.bindMemory(to: UInt64.self).enumerated() where Self.isPrivate(entry) {
          places.append((page + index) * pageSize)
        }
        page += wanted.count / 8
      }
      return places
    }

    /// Present (bit 63) or swapped out (bit 62), and neither a file's nor shared (bit 61).
    private static func isPrivate(_ entry: UInt64) -> Bool { entry >> 61 & 1 == 0 && entry >> 62 != 0 }

    deinit { buffer.deallocate() }
  }

#endif
