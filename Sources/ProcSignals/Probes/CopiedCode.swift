#if os(Linux) || os(Android)

  import CRawSystemCalls
  import SecurityPolicy

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// Pages of libc's, the loader's or the app's own code are private copies and no longer the file's: they were written
  /// to once. It covers all of the own code, also what lies outside of this check's ``CodeWindow``.
  ///
  /// Stays when the bytes are put back, so it also shows an attacker who has left. Kernel probes (uprobes) do the same.
  /// Source: Linux admin-guide/mm/pagemap, bits 61 and 63.
  extension Probe {
    static let copiedCode = Probe(id: "hooks.copiedCode", category: .hooks, strength: .medium, family: .pageCopies) {
      (snapshot) throws(SystemCallFailure) in
      let pageSize = UInt(max(4096, sysconf(Int32(_SC_PAGESIZE))))
      let pagemap = try RawFile.Descriptor("/proc/self/pagemap")
      var found: [String] = []
      let code = try snapshot.ownCode.get()
      let here = code.row(at: mantlet_raw_own_code())
      for row in code.rows where row.isSystemCode || (row.inode == here?.inode && row.path == here?.path) {
        let pages = Int((row.end - row.start) / pageSize)
        let copies = try copies(pagemap, from: UInt64(row.start / pageSize), count: pages)
        if copies > 0 { found.append("\(EvidenceText.line(row.fileName)): \(copies) pages") }
      }
      return .of(found)
    }

    /// Pages that are present (bit 63) and neither a file's nor shared (bit 61).
    private static func copies(
      _ pagemap: borrowing RawFile.Descriptor, from first: UInt64, count: Int
    ) throws(SystemCallFailure) -> Int {
      let entries = UnsafeMutableRawBufferPointer.allocate(byteCount: count * 8, alignment: 8)
      defer { entries.deallocate() }
      guard try pagemap.read(entries, at: first * 8) == entries.count else { throw .unreadable("page table cut short") }
      return entries.bindMemory(to: UInt64.self).reduce(0) { $0 + ($1 >> 61 & 0b101 == 0b100 ? 1 : 0) }
    }
  }

#endif
