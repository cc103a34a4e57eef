#if os(Linux) || os(Android)

  import AppIntegrity
  import Synchronization

  /// What one check leaves for the next so that unchanged things are not read twice: the tables of the loaded images,
  /// and tables of text whose bytes are the same as the last time.
  ///
  /// It never stands in for a look: each check asks the kernel and the loader again, and what it keeps is used only where
  /// their answer is the same byte for byte.
  final class CheckMemory: Sendable {
    let turns = CheckTurns()
    private let images = Mutex(ImageTables())
    private let code = Mutex<([UInt8], ExecutableRows)?>(nil)
    private let mappedFiles = Mutex<([UInt8], MappedFiles)?>(nil)
    private let pages = Mutex<PageTable?>(nil)
    private let knownFiles = Mutex<Set<LoadedFile>>([])
    private let mounts = Mutex<([UInt8], MountRows)?>(nil)

    /// The rows of a memory map.
    func code(_ bytes: [UInt8]) throws(SystemCallFailure) -> ExecutableRows {
      if let known = code.withLock({ $0 }), known.0 == bytes { return known.1 }
      let rows = try ExecutableRows(bytes)
      code.withLock { $0 = (bytes, rows) }
      return rows
    }

    /// The files of a memory map.
    func mappedFiles(_ bytes: [UInt8]) -> MappedFiles {
      if let known = mappedFiles.withLock({ $0 }), known.0 == bytes { return known.1 }
      let files = MappedFiles(bytes)
      mappedFiles.withLock { $0 = (bytes, files) }
      return files
    }

    func mounts(_ bytes: [UInt8]) throws(SystemCallFailure) -> MountRows {
      if let known = mounts.withLock({ $0 }), known.0 == bytes { return known.1 }
      let rows = try MountRows(bytes)
      mounts.withLock { $0 = (bytes, rows) }
      return rows
    }

    /// Opened by the first check, and anew only where what was opened is this process's page table no more.
    func pageTable(_ process: ProcessFiles) throws(SystemCallFailure) -> PageTable {
      if let known = pages.withLock({ $0 }), known.isOwn(process) { return known }
      let table = try PageTable(process)
      pages.withLock { $0 = table }
      return table
    }

    /// Whether this was found to be the file that the loader names.
    func knows(_ file: LoadedFile) -> Bool { knownFiles.withLock { $0.contains(file) } }

    /// A program that opens ever more libraries makes it forget all of them.
    func remember(_ file: LoadedFile) {
      knownFiles.withLock {
        if $0.count > 4096 { $0.removeAll() }
        $0.insert(file)
      }
    }

    /// Asks the loader now.
    func loadedImages() throws(SystemCallFailure) -> LoadedImages {
      try images.withLock { (tables) throws(SystemCallFailure) in try tables.loaded() }
    }

    /// What preloaded libraries answer in the place of others; see `mantlet_answers_in_front`.
    func answersInFront(
      allowing allowed: Set<String>
    ) throws(SystemCallFailure) -> [(function: String, image: LoadedImages.Image)] {
      try images.withLock { (tables) throws(SystemCallFailure) in try tables.answersInFront(allowing: allowed) }
    }

    /// The import slots that do not hold what they should; see `mantlet_changed_imports`.
    func changedImports(
      _ level: CheckLevel, turn: UInt32, capacity: Int = 16
    ) throws(SystemCallFailure) -> (changed: [ChangedImport], checked: Int) {
      try images.withLock { (tables) throws(SystemCallFailure) in
        try tables.changedImports(level, turn: turn, capacity: capacity)
      }
    }
  }

#endif
