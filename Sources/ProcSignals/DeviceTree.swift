#if os(Linux) || os(Android)

  /// The device's files under a root prefix.
  struct DeviceTree: Sendable {
    let root: String
    let isAndroid: Bool

    init(root: String) {
      self.root = root
      isAndroid = Self.isSystemAndroid && root.isEmpty || Self.hasBuildProperties(root)
    }

    #if os(Android)
      private static let isSystemAndroid = true
    #else
      private static let isSystemAndroid = false
    #endif

    /// How a staged tree is told. A real Android may refuse the look, and is one all the same.
    private static func hasBuildProperties(_ root: String) -> Bool {
      (try? RawFile.status(root + "/system/build.prop", following: false)) != nil
    }

    var isStaged: Bool { !root.isEmpty }

    func read(_ path: String) throws(SystemCallFailure) -> [UInt8] { try RawFile.read(root + path) }

    /// Nil when the tree has no such file.
    func readIfPresent(_ path: String) throws(SystemCallFailure) -> [UInt8]? {
      do { return try read(path) } catch .refused(SystemCallFailure.notFound) { return nil }
    }

    /// A symbolic link counts as present, wherever it leads.
    func exists(_ path: String) throws(SystemCallFailure) -> Bool {
      do {
        _ = try RawFile.status(root + path, following: false)
        return true
      } catch .refused(SystemCallFailure.notFound) {
        return false
      } catch .refused(SystemCallFailure.noFolder) {
        // A file stands where the path needs a folder: then there is nothing behind it.
        return false
      }
    }

    /// A file of `/proc/self`: the tree's where it has one, else the real process's.
    func readProcess(
      _ name: String, _ process: Result<ProcessFiles, SystemCallFailure>
    ) throws(SystemCallFailure) -> [UInt8] {
      if isStaged, let staged = try readIfPresent("/proc/self/" + name) { return staged }
      return try process.get().read(name)
    }
  }

#endif
