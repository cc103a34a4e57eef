#if os(Linux) || os(Android)

  /// The rows of `/proc/self/maps` that may be executed.
  ///
  /// Parsed as bytes: a map of a real app has thousands of rows. Source: proc_pid_maps(5).
  struct ExecutableRows: Sendable {
    struct Row: Sendable, Hashable {
      let start: UInt
      let end: UInt
      let isReadable: Bool
      let isWritable: Bool
      let offset: UInt64
      let inode: UInt64
      /// The file, `[vdso]`, or empty for memory without a name.
      let path: String

      var length: Int { Int(end - start) }
      var isDeleted: Bool { path.hasSuffix(" (deleted)") }
      /// Without the kernel's note.
      var file: String { isDeleted ? String(path.dropLast(10)) : path }
      var fileName: Substring { file.split(separator: "/").last ?? "" }
    }

    let rows: [Row]

    init(_ bytes: [UInt8]) throws(SystemCallFailure) {
      var rows: [Row] = []
      var cursor = Cursor(bytes: bytes)
      while cursor.position < bytes.count {
        guard let row = cursor.row() else { throw .unreadable("memory map") }
        if let executable = row { rows.append(executable) }
      }
      guard !rows.isEmpty else { throw .unreadable("memory map without code") }
      self.rows = rows
    }

    func row(at address: UInt) -> Row? { rows.first { $0.start <= address && address < $0.end } }

    private struct Cursor {
      let bytes: [UInt8]
      var position = 0

      /// One line: nil when it is no row of a map, a nil inside when the row is not executable.
      mutating func row() -> Row?? {
        guard let start = hexadecimal(until: 45), let end = hexadecimal(until: 32), start < end,
          position + 5 <= bytes.count, bytes[position + 4] == 32
        else { return nil }
        let flags = bytes[position..<position + 4]
        position += 5
        guard let offset = hexadecimal(until: 32) else { return nil }
        guard flags[flags.startIndex + 2] == 120 else {
          skip { $0 != 10 }
          position += 1
          return .some(nil)
        }
        skip { $0 != 32 && $0 != 10 }
        skip { $0 == 32 }
        guard let inode = decimal() else { return nil }
        skip { $0 == 32 }
        let nameStart = position
        skip { $0 != 10 }
        let path = String(decoding: bytes[nameStart..<position], as: UTF8.self)
        position += 1
        return Row(
          start: UInt(start), end: UInt(end), isReadable: flags.first == 114,
          isWritable: flags[flags.startIndex + 1] == 119, offset: offset, inode: inode, path: path)
      }

      private mutating func skip(while condition: (UInt8) -> Bool) {
        while position < bytes.count, condition(bytes[position]) { position += 1 }
      }

      private mutating func hexadecimal(until end: UInt8) -> UInt64? {
        var value: UInt64 = 0
        let first = position
        while position < bytes.count, position - first <= 16 {
          let byte = bytes[position]
          position += 1
          switch byte {
          case end: return position - first > 1 ? value : nil
          case 48...57: value = value << 4 | UInt64(byte - 48)
          case 97...102: value = value << 4 | UInt64(byte - 87)
          default: return nil
          }
        }
        return nil
      }

      private mutating func decimal() -> UInt64? {
        var value: UInt64 = 0
        let first = position
        while position < bytes.count, (48...57).contains(bytes[position]) {
          guard position - first < 19 else { return nil }
          value = value * 10 + UInt64(bytes[position] - 48)
          position += 1
        }
        return position > first ? value : nil
      }
    }
  }

#endif
