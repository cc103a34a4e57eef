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
    /// One that was replaced or renamed since (a package upgrade) still lies, or lay, in the folder of the name or in one
    /// that links at the end of the name lead to: then nothing is left to compare, and only whoever may write into that
    /// folder could use it. A link to a folder inside the name that leads elsewhere by now, and a relative name in
    /// a process that has gone to another folder, are answered with no.
    func isNamed(_ process: ProcessFiles) throws(SystemCallFailure) -> Bool {
      // musl's loader names the program as it was started, and in a program without a loader by this link.
      if !name.hasPrefix("/") || name == "/proc/self/exe", try process.program() == path { return true }
      if name.isEmpty { return false }
      let file = path.hasSuffix(" (deleted)") ? String(path.dropLast(10)) : path
      // A file in memory has no name that leads to it.
      if name == file || path.hasPrefix("/memfd:") { return true }
      return path == file && Self.areSame(name, file) || isBeside(file)
    }

    private func isBeside(_ file: String) -> Bool {
      let links = Folder.Links()
      let folder = Self.folder(file)
      var next = name
      for _ in 0..<Self.mostLinks {
        if Self.areSame(Self.folder(next), folder) { return true }
        guard let target = links.target(of: next) else { return false }
        next = target.hasPrefix("/") ? target : Self.folder(next) + target
      }
      return false
    }

    /// More links in a row are a circle.
    private static let mostLinks = 8

    private static func areSame(_ left: String, _ right: String) -> Bool {
      if left == right { return true }
      guard let left = try? RawFile.status(left), let right = try? RawFile.status(right) else { return false }
      return left.device == right.device && left.inode == right.inode
    }

    /// With its slash; that of the process where the path has none.
    private static func folder(_ path: String) -> String {
      path.utf8.lastIndex(of: 47).map { String(path[...$0]) } ?? "./"
    }
  }

#endif
