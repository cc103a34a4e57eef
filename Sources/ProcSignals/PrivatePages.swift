#if os(Linux) || os(Android)

  import CRawSystemCalls

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
  /// which stays when the bytes are put back. Source: Linux admin-guide/mm/pagemap.
  struct PrivatePages: ~Copyable {
    private let table: PageTable
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 8)
    let pageSize = max(4096, sysconf(Int32(_SC_PAGESIZE)))

    init(_ table: PageTable) { self.table = table }

    /// Distances from the row's start, in bytes.
    func places(in row: ExecutableRows.Row) throws(SystemCallFailure) -> [Int] {
      if let runs = try asked(row) {
        return runs.flatMap { stride(from: $0.lowerBound, to: $0.upperBound, by: pageSize) }
      }
      return try read(row)
    }

    /// The same from the kernel's own search, which is quicker than a look at each page; nil before Linux 6.7.
    private func asked(_ row: ExecutableRows.Row) throws(SystemCallFailure) -> [Range<Int>]? {
      let found = buffer.bindMemory(to: mantlet_raw_pages.self)
      let (first, end) = (UInt64(row.start), UInt64(row.end))
      var (runs, start): ([Range<Int>], UInt64) = ([], first)
      while start < end {
        var next = start
        let count = mantlet_raw_private_pages(table.number, start, end, found.baseAddress, found.count, &next)
        if count == -Int(SystemCallFailure.interrupted) { continue }
        // What an older kernel, or one that is told to refuse this, answers: then each page is looked at.
        guard (0...found.count).contains(count), start < next, next <= end else { return nil }
        for run in found[..<count] where first <= run.start && run.start < run.end && run.end <= end {
          runs.append(Int(run.start - first)..<Int(run.end - first))
        }
        start = next
      }
      return runs
    }

    private func read(_ row: ExecutableRows.Row) throws(SystemCallFailure) -> [Int] {
      var places: [Int] = []
      let count = row.length / pageSize
      let first = UInt64(row.start / UInt(pageSize))
      var page = 0
      while page < count {
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, (count - page) * 8)])
        guard try RawFile.fill(wanted, from: table.number, at: (first + UInt64(page)) * 8) == wanted.count else {
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
