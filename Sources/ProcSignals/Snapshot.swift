#if os(Linux) || os(Android)

  import AppIntegrity

  /// What one check reads once and several probes look at.
  struct Snapshot: Sendable {
    let tree: DeviceTree
    let settings: ProcSignals.Settings
    let level: CheckLevel
    /// The real process's files.
    let process: Result<ProcessFiles, SystemCallFailure>
    let status: Result<[UInt8], SystemCallFailure>
    let environment: Result<[UInt8], SystemCallFailure>
    /// The bytes of the memory map, as the tree says, where they were read.
    let map: Result<[UInt8], SystemCallFailure>?
    /// The rows of the memory map that may be executed, as the tree says: judged by name only.
    let code: Result<ExecutableRows, SystemCallFailure>
    /// Of the real process: these addresses may be read.
    let ownCode: Result<ExecutableRows, SystemCallFailure>
    let images: Result<LoadedImages, SystemCallFailure>
    let mounts: Result<MountRows, SystemCallFailure>
    let properties: DeviceProperties
    /// The pages of code that are private copies, by the start of their row; of the rows in ``judgedCode``.
    let copies: Result<[UInt: [Int]], SystemCallFailure>
    let memory: CheckMemory

    init(_ tree: DeviceTree, _ settings: ProcSignals.Settings, _ level: CheckLevel, _ memory: CheckMemory) {
      self.tree = tree
      self.level = level
      self.settings = settings
      self.memory = memory
      let process = Self.attempt { () throws(SystemCallFailure) in try ProcessFiles() }
      self.process = process
      status = Self.attempt { () throws(SystemCallFailure) -> [UInt8] in
        if tree.isStaged { return try tree.readProcess("status", process) }
        return try process.get().status
      }
      environment = Self.attempt { () throws(SystemCallFailure) in try tree.readProcess("environ", process) }
      // On Android the text is needed anyway, for the files that are mapped.
      let asked =
        tree.isAndroid
        ? .success(nil)
        : Self.attempt { () throws(SystemCallFailure) in try ExecutableRows.asked(process.get()) }
      let map =
        !tree.isStaged && (try? asked.get()) != nil
        ? nil : Self.attempt { () throws(SystemCallFailure) in try tree.readProcess("maps", process) }
      let code = Self.attempt { () throws(SystemCallFailure) in
        if let map { return try memory.code(map.get()) }
        guard let rows = try asked.get() else { throw .unreadable("memory map") }
        return rows
      }
      let ownCode =
        tree.isStaged
        ? Self.attempt { () throws(SystemCallFailure) in
          if let rows = try asked.get() { return rows }
          return try memory.code(process.get().read("maps"))
        } : code
      self.map = map
      self.code = code
      self.ownCode = ownCode
      images = Self.attempt { () throws(SystemCallFailure) in try memory.loadedImages() }
      mounts = Self.attempt { () throws(SystemCallFailure) in
        try memory.mounts(tree.readProcess("mountinfo", process))
      }
      properties = DeviceProperties(tree)
      copies = Self.attempt { () throws(SystemCallFailure) in
        let table = try memory.pageTable(process.get())
        let pages = PrivatePages(table)
        var copies: [UInt: [Int]] = [:]
        for row in try Self.judgedCode(ownCode.get(), level) { copies[row.start] = try pages.places(in: row) }
        guard table.isOpen else { throw .unreadable("the page table was closed meanwhile") }
        return copies
      }
    }

    /// The code of this process whose pages each check looks at: libc's, the loader's and the app's own; a full check
    /// looks at that of all libraries.
    static func judgedCode(
      _ code: ExecutableRows, _ level: CheckLevel
    ) throws(SystemCallFailure) -> [ExecutableRows.Row] {
      let always = try code.rows.filter(\.isSystemCode) + code.own().filter { !$0.isSystemCode }
      return level == .full ? try always + libraryCode(code) : always
    }

    /// The code of all other libraries. Not of files that are gone: some just-in-time compilers write into those.
    static func libraryCode(_ code: ExecutableRows) throws(SystemCallFailure) -> [ExecutableRows.Row] {
      let own = try code.own()
      return code.rows.filter { row in
        row.inode != 0 && !row.isDeleted && row.path.hasPrefix("/") && !row.isSystemCode && !own.contains(row)
      }
    }

    /// The same but for libraries with text relocations: the loader wrote into their code, as anybody else might have, and
    /// their file does not say what it should be.
    func comparableLibraries() throws(SystemCallFailure) -> [ExecutableRows.Row] {
      let all = try Self.libraryCode(ownCode.get())
      let rewritten = try images.get().images.filter(\.hasTextRelocations)
      if rewritten.isEmpty { return all }
      return all.filter { row in !rewritten.contains { $0.start <= row.start && row.start < $0.end } }
    }

    /// Cut out of the memory map when the first probe asks.
    func mappedFiles() throws(SystemCallFailure) -> MappedFiles {
      if let map { return try memory.mappedFiles(map.get()) }
      return try memory.mappedFiles(readProcess("maps"))
    }

    /// A file about this process: the tree's where it has one, else the real process's.
    func readProcess(_ name: String) throws(SystemCallFailure) -> [UInt8] { try tree.readProcess(name, process) }

    /// The same of the names in a folder.
    func names(in folder: String) throws(SystemCallFailure) -> [String] {
      let path = "/proc/self/" + folder
      if tree.isStaged, try tree.exists(path) { return try Folder.names(tree.root + path) }
      return try process.get().names(in: folder)
    }

    var log: (@Sendable (String) -> Void)? { settings.log }

    /// Whether the program brought its C library in itself: nothing but the program and the kernel's image is there.
    var isStatic: Bool {
      guard let images = try? images.get().images, let code = try? ownCode.get().rows else { return false }
      return !images.contains { $0.path.hasPrefix("/") } && !code.contains(where: \.isSystemCode)
    }

    private static func attempt<Value>(
      _ look: () throws(SystemCallFailure) -> Value
    ) -> Result<Value, SystemCallFailure> {
      do { return .success(try look()) } catch { return .failure(error) }
    }

    /// The value of one field of `/proc/self/status`, trimmed; nil when there is no such field.
    func statusField(_ name: String) throws(SystemCallFailure) -> String? { try Self.field(name, of: status.get()) }

    /// The same of the bytes of such a file.
    static func field(_ name: String, of status: [UInt8]) -> String? {
      let key = Array(name.utf8) + [58]
      var start = 0
      while start < status.count {
        let line = status[start...].prefix { $0 != 10 }
        if line.starts(with: key) {
          return String(decoding: line.dropFirst(key.count).drop { $0 == 9 || $0 == 32 }, as: UTF8.self)
        }
        start = line.endIndex + 1
      }
      return nil
    }
  }

#endif
