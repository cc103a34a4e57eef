#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// The name that the loader has for an image, and the file that is mapped there.
  struct LoadedFile: Sendable, Hashable {
    /// Empty for the program.
    let name: String
    let number: FileNumber
    /// As the map writes it, with the kernel's note of a file that is gone.
    let path: String

    init(_ image: LoadedImages.Image, _ row: ExecutableRows.Row) {
      name = image.path
      number = row.fileNumber
      path = row.path
    }

    /// Whether the file is the one of that name, by names alone or by what they lead to.
    ///
    /// One that was replaced or renamed since (a package upgrade) still lies, or lay, in the folder of the name: then
    /// nothing is left to compare, and only whoever may write into that folder could use it.
    func isNamed(_ process: ProcessFiles, _ rows: [ExecutableRows.Row]) throws(SystemCallFailure) -> Bool {
      if name.isEmpty { return try isProgram(process, rows) }
      let file = path.hasSuffix(" (deleted)") ? String(path.dropLast(10)) : path
      // A file in memory has no name that leads to it, and a name that depends on a folder of then says nothing now.
      if !name.hasPrefix("/") || name == file || path.hasPrefix("/memfd:") { return true }
      return path == file && Self.areSame(name, file) || Self.areSame(Self.folder(name), Self.folder(file))
    }

    /// The loader may have been started with the program's name: then it is the process's file.
    private func isProgram(
      _ process: ProcessFiles, _ rows: [ExecutableRows.Row]
    ) throws(SystemCallFailure) -> Bool {
      let program = try process.program()
      return program == path || rows.contains { $0.path == program }
    }

    private static func areSame(_ left: String, _ right: String) -> Bool {
      if left == right { return true }
      guard let left = try? RawFile.status(left), let right = try? RawFile.status(right) else { return false }
      return left.device == right.device && left.inode == right.inode
    }

    private static func folder(_ path: String) -> String {
      String(path.utf8.lastIndex(of: 47).map { path[...$0] } ?? "")
    }
  }

#endif
