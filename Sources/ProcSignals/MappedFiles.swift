#if os(Linux) || os(Android)

  /// The files of a memory map, whatever they are mapped for; names of memory (`[anon:…]`) are none.
  struct MappedFiles: Sendable {
    /// Their paths as bytes, without the kernel's note of a file that is gone. A file whose rows follow each other stands
    /// here once.
    let paths: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) {
      var paths: [ArraySlice<UInt8>] = []
      for line in bytes.split(separator: 10) {
        let path = Self.path(in: line)
        if path.first == 47, path != paths.last { paths.append(path) }
      }
      self.paths = paths
    }

    /// What follows the fifth field. Source: proc_pid_maps(5).
    private static func path(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      var rest = line
      for _ in 0..<5 { rest = rest.drop { $0 == 32 }.drop { $0 != 32 } }
      rest = rest.drop { $0 == 32 }
      return rest.suffix(gone.count).elementsEqual(gone) ? rest.dropLast(gone.count) : rest
    }

    private static let gone = Array(" (deleted)".utf8)
  }

#endif
