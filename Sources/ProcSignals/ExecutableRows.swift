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
      let device: UInt64
      let inode: UInt64
      /// The file, `[vdso]`, or empty for memory without a name.
      let path: String
      /// Whether the kernel notes that the file is gone.
      let isDeleted: Bool
      /// libc or the loader of glibc, musl or bionic, by the file's name: looked at more closely, and never spared.
      let isSystemCode: Bool
      /// Where the file's name begins and ends in the path, in bytes.
      let name: Range<Int>
      /// The file's name with ASCII letters in lower case, as the kernel gave its bytes.
      let lowercasedName: [UInt8]

      var length: Int { Int(end - start) }
      var fileNumber: FileNumber { FileNumber(device: device, inode: inode) }
      /// Without the kernel's note.
      var file: String { isDeleted ? String(path.dropLast(10)) : path }
      var fileName: Substring {
        let bytes = path.utf8
        func index(_ distance: Int) -> String.Index {
          bytes.index(bytes.startIndex, offsetBy: distance, limitedBy: bytes.endIndex) ?? bytes.endIndex
        }
        return Substring(bytes[index(name.lowerBound)..<index(name.upperBound)])
      }

      /// A file of memfd_create(2): it exists in memory only.
      var isMemoryFile: Bool { path.hasPrefix("/memfd:") }

      /// Whether both are pieces of one file, by its name as well: the subvolumes of one file system number alike. It may
      /// have been removed between the two.
      func isOfFile(of other: Row) -> Bool { fileNumber == other.fileNumber && file == other.file }
    }

    let rows: [Row]

    init(rows: [Row]) { self.rows = rows }

    init(_ bytes: [UInt8]) throws(SystemCallFailure) {
      var rows: [Row] = []
      let isWhole = bytes.withUnsafeBytes { all in
        var line = MapLine(bytes: all)
        while line.position < all.count {
          guard let row = line.row() else { return false }
          if let executable = row { rows.append(executable) }
        }
        return true
      }
      guard isWhole else { throw .unreadable("memory map") }
      guard !rows.isEmpty else { throw .unreadable("memory map without code") }
      self.rows = rows
    }

    func row(at address: UInt) -> Row? { rows.first { $0.start <= address && address < $0.end } }
  }

#endif
