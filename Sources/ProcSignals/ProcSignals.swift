#if os(Linux) || os(Android)

  import AppIntegrity
  import SecurityPolicy

  /// What Linux and Android say about this process and this device: `/proc`, the file tree, the mounts, the properties
  /// and this process's own code in memory.
  ///
  /// Reads by raw system calls where a hook in libc could filter the answer, and reads whole files. On Android (a tree
  /// with `/system/build.prop`) it also looks for root tools and a changed system; on other Linux systems it never
  /// does, where `su` and a root account are part of the system.
  ///
  /// **Root prefix.** Every path of the device lies under `root`, so a device can be staged in a folder. `/proc/self`
  /// is taken from the tree only file by file where the tree has one, else from the real process. Checks of this
  /// process's own memory always use the real process.
  ///
  /// Protected: makes debuggers, hook frameworks, patched code and the traces of root tools visible. Not protected:
  /// bypassable by whoever controls the process; nothing shows of a kernel-side attacker, of a tracer in another
  /// process namespace, of a reader from outside, of changed function pointers outside of the import tables, or of
  /// mounts hidden from the app. Files of the process are believed only where they proved to be the kernel's own, not
  /// where something is mounted over `/proc`. Known false positives: observability tools that place uprobes, valgrind,
  /// libraries that decrypt or rewrite their own code, a program that moves its own code to huge pages or was restored
  /// under another kernel (one strong signal), a just-in-time compiler in the process (one medium signal, wherever it keeps its
  /// code), preloaded allocators
  /// (one medium signal, a strong one where they answer for more than allocation; see `allowedPreloads`). A library that
  /// is preloaded and answers for nobody is one medium signal; one that stands in the place of a library that is asked
  /// for, under its name, is none.
  /// Source: proc(5), ptrace(2), ld.so(8), os-release(5); MASVS-RESILIENCE-1, -2, -4.
  public struct ProcSignals: SignalSource, SystemFacts {
    private let tree: DeviceTree
    private let settings: Settings
    private let memory = CheckMemory()
    private let probes: [Probe]

    struct Settings: Sendable {
      let allowedPreloads: Set<String>
      var ownCode: CodeWindow
      let libraryBytes: Int
      let packages: Set<String>?
      /// Of the system, as the catalogue counts its versions; nil where the system does not say.
      let major: Int?
      let log: (@Sendable (String) -> Void)?
    }

    /// - Parameters:
    ///   - root: the folder that stands for `/`, without a slash at the end; empty for the real device.
    ///   - allowedPreloads: libraries that this product preloads on purpose, written exactly as in `LD_PRELOAD`: the
    ///     whole path, or the name alone for one in a folder from which the program takes its other libraries.
    ///   - ownCode: how much of the app's own code the first check compares with its file; each further full check by
    ///     this value, or by a copy of it, takes the next window. libc and the loader are compared whole, and so is
    ///     every page of any code that is a private copy.
    ///   - packages: which packages are installed, as the app's package manager says for the names in its `<queries>`;
    ///     nil when the app did not ask. Android hides all others, so their absence says nothing.
    ///   - app: what Android said about this app; on other systems nobody asks.
    ///   - log: takes one line for each probe and file, such as `looking for debug.tracerPid: absent`. For developers:
    ///     the lines name what is looked for.
    public init(
      root: String = "", allowedPreloads: Set<String> = [], ownCode: CodeWindow = CodeWindow(),
      packages: Set<String>? = nil, app: InstalledApp = InstalledApp(), log: (@Sendable (String) -> Void)? = nil
    ) {
      tree = DeviceTree(root: root)
      let major = tree.major
      settings = Settings(
        allowedPreloads: allowedPreloads, ownCode: ownCode, libraryBytes: 4 << 20, packages: packages, major: major,
        log: log)
      probes = tree.isAndroid ? Probe.onAndroid(major: major, app) : Probe.onLinux(major: major)
    }

    // O.Resi_2#2 O.Resi_3#1
    /// Runs every probe now; see ``ProcSignals`` for what they see and what they miss.
    public func signals() -> [Signal] { signals(.full) }

    /// Runs the probes of one level now. The light level leaves out what takes long: the code of libraries other than
    /// libc and the loader, names that alone decide nothing, the map that libc shows, and the comparison of code that the kernel still shares
    /// with its file. Where the page table cannot be read it compares, as the full level does, all the same. So a patch or
    /// a uprobe in another library, and a libc that leaves code out of the map, show in a full check only.
    public func signals(_ level: CheckLevel) -> [Signal] {
      var settings = settings
      settings.ownCode = CodeWindow(
        bytes: settings.ownCode.bytes, index: settings.ownCode.index &+ memory.turns.taken(by: level))
      let snapshot = Snapshot(tree, settings, level, memory)
      return probes.filter { level == .full || $0.level == .light }.map { $0.signal(snapshot) }
    }

    /// The system as its own files name it. Nil when a staged or broken tree names none.
    ///
    /// Linux: `NAME` and `VERSION_ID` of os-release, and the kernel release as patch level. A rolling distribution has
    /// no `VERSION_ID`: its version is the kernel release. Android: the release and the security patch date.
    public func system() -> OperatingSystem? { tree.isAndroid ? tree.androidSystem() : tree.linuxSystem() }
  }

#endif
