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
  /// process namespace, of a hardware breakpoint, of an overwritten import slot, of a reader from outside, or of mounts
  /// hidden from the app. Known false positives: observability tools that place uprobes, valgrind, a just-in-time
  /// compiler in the process (one medium signal), preloaded allocators (one medium signal; see `allowedPreloads`).
  /// Source: proc(5), ptrace(2), ld.so(8), os-release(5); MASVS-RESILIENCE-1, -2, -4.
  public struct ProcSignals: SignalSource, SystemFacts {
    private let tree: DeviceTree
    private let settings: Settings

    struct Settings: Sendable {
      let allowedPreloads: Set<String>
      let ownCode: CodeWindow
    }

    /// - Parameters:
    ///   - root: the folder that stands for `/`, without a slash at the end; empty for the real device.
    ///   - allowedPreloads: libraries that this product preloads on purpose, written exactly as in `LD_PRELOAD`.
    ///   - ownCode: how much of the app's own code one check compares with its file. The system's libraries are always
    ///     compared whole.
    public init(root: String = "", allowedPreloads: Set<String> = [], ownCode: CodeWindow = CodeWindow()) {
      tree = DeviceTree(root: root)
      settings = Settings(allowedPreloads: allowedPreloads, ownCode: ownCode)
    }

    // O.Resi_2#2 O.Resi_3#1
    /// Runs every probe now; see ``ProcSignals`` for what they see and what they miss.
    public func signals() -> [Signal] {
      let snapshot = Snapshot(tree, settings)
      let probes = Probe.everywhere + (tree.isAndroid ? Probe.onAndroid : [])
      return probes.map { $0.signal(snapshot) }
    }

    /// The system as its own files name it. Nil when a staged or broken tree names none.
    ///
    /// Linux: `NAME` and `VERSION_ID` of os-release, and the kernel release as patch level. A rolling distribution has
    /// no `VERSION_ID`: its version is the kernel release. Android: the release and the security patch date.
    public func system() -> OperatingSystem? { tree.isAndroid ? tree.androidSystem() : tree.linuxSystem() }
  }

#endif
