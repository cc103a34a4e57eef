#if os(Linux) || os(Android)

  import CRawSystemCalls

  /// The name that the loader has for an image, and the file that is mapped there.
  ///
  /// The path in the map is text, and whoever can make name spaces or links chooses it, so it is never followed to
  /// a verdict: what counts is what the loader's name leads to.
  struct LoadedFile: Sendable, Hashable {
    /// Empty for the program.
    let name: String
    let file: ShownFile
    /// Whether the kernel notes that the file is gone.
    let isDeleted: Bool

    init(_ image: LoadedImages.Image, _ row: ExecutableRows.Row) {
      name = image.path
      file = ShownFile(row)
      isDeleted = row.isDeleted
    }

    /// Whether the file is the one of that name.
    ///
    /// One that was renamed since must be found under its new name, in the folder of the old one or in one that links at
    /// the end of that lead to. Of one that was replaced or removed (a package upgrade) nothing is left to compare: its
    /// path must have been in such a folder, on the file system of what has the name now, and something must have come to
    /// the name, or left it, since the process began.
    ///
    /// Not seen: a deleted file under a made-up path, after such an upgrade, on the same file system or where nothing has
    /// the name any more. Answered with no although nobody attacks: a link to a folder inside the name that leads
    /// elsewhere by now, something mounted over the folder since, a relative name in a process that has gone to another
    /// folder, and an upgrade before the process was forked off.
    func isNamed(_ process: ProcessFiles) throws(SystemCallFailure) -> Bool {
      // musl's loader names the program as it was started, and in a program without a loader by this link.
      if !name.hasPrefix("/") || name == "/proc/self/exe" {
        if try ShownFile(process.openProgram(), process) == file { return true }
      }
      if name.isEmpty { return false }
      // A file in memory has no name that leads to it.
      if file.path.hasPrefix("/memfd:") { return true }
      let now = try ShownFile.named(name, process)
      if now == file { return true }
      let steps = namesOnTheWay()
      guard try isBeside(steps, process) else { return false }
      if !isDeleted { return try ShownFile.named(file.path, process) == file }
      if let now {
        guard now.number.device == file.number.device else { return false }
      }
      return try hasChanged(steps, process)
    }

    /// The name, and where links at its end lead to.
    private func namesOnTheWay() -> [String] {
      let links = Folder.Links()
      var names = [name]
      // More links in a row are a circle.
      for _ in 0..<8 {
        guard let last = names.last, let target = links.target(of: last) else { return names }
        names.append(target.hasPrefix("/") ? target : Self.folder(last) + target)
      }
      return names
    }

    private func isBeside(_ names: [String], _ process: ProcessFiles) throws(SystemCallFailure) -> Bool {
      let folder = Self.folder(file.path)
      for name in names {
        if try process.place(ofFolder: Self.folder(name)) == folder { return true }
      }
      return false
    }

    /// Whether something came to one of the names, or left it, since the process began. The kernel sets these times of
    /// a file, a link or a folder, and nobody else can set them back.
    private func hasChanged(_ names: [String], _ process: ProcessFiles) throws(SystemCallFailure) -> Bool {
      // Both clocks are rounded.
      let start = try process.start() - 2
      for name in names {
        if let time = try Self.changed(name, following: false) {
          if time >= start { return true }
        } else {
          guard let time = try Self.changed(Self.folder(name), following: true) else { return true }
          return time >= start
        }
      }
      return false
    }

    /// Nil where nothing has the name.
    private static func changed(_ name: String, following: Bool) throws(SystemCallFailure) -> Int64? {
      do throws(SystemCallFailure) {
        return try RawFile.status(name, following: following).changed
      } catch {
        if error.isOfNothing { return nil }
        throw error
      }
    }

    /// With its slash; that of the process where the path has none.
    private static func folder(_ path: String) -> String {
      path.utf8.lastIndex(of: 47).map { String(path[...$0]) } ?? "./"
    }
  }

#endif
