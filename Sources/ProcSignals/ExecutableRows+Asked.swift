#if os(Linux) || os(Android)

  import CRawSystemCalls

  extension ExecutableRows {
    /// A path, the kernel's note behind it and a zero.
    private static let room = 4096 + 16
    /// More rows than that are no map of this world: then the text of it is asked.
    private static let most = 16384

    /// The rows of this process, each asked of the kernel, which is quicker than the text of the whole map; nil where
    /// it cannot be asked, as before Linux 6.11. The vsyscall page, which nobody can read or change, is none of them.
    static func asked(_ process: ProcessFiles) throws(SystemCallFailure) -> ExecutableRows? {
      let map = try process.open("maps")
      let name = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 16)
      defer { name.deallocate() }
      var rows: [Row] = []
      var row = mantlet_raw_row()
      while rows.count < most {
        switch mantlet_raw_next_code(map.number, UInt64(rows.last?.end ?? 0), name.baseAddress, room, &row) {
        case 0:
          guard !rows.isEmpty else { throw .unreadable("memory map without code") }
          return ExecutableRows(rows: rows)
        case 1:
          guard row.start < row.end, row.end <= UInt64(Int.max), row.name < room else { return nil }
          rows.append(Row(row, UnsafeRawBufferPointer(rebasing: name[..<Int(row.name)])))
        default: return nil
        }
      }
      return nil
    }
  }

  extension ExecutableRows.Row {
    fileprivate init(_ row: mantlet_raw_row, _ name: UnsafeRawBufferPointer) {
      func make(_ path: UnsafeRawBufferPointer) -> Self {
        Self(
          UInt(row.start)..<UInt(row.end), isReadable: row.permissions & 1 != 0, isWritable: row.permissions & 2 != 0,
          offset: row.offset, device: row.device, inode: row.inode, path: path)
      }
      guard name.contains(10) else {
        self = make(name)
        return
      }
      // As the text of the map has it.
      let escaped = name.flatMap { $0 == 10 ? Array("\\012".utf8) : [$0] }
      self = escaped.withUnsafeBytes { make($0) }
    }
  }

#endif
