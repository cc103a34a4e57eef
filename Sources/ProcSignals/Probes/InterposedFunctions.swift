#if os(Linux) || os(Android)

  import CRawSystemCalls
  import SecurityPolicy

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// A function that belongs to libc is answered by another library: it was preloaded in front of it.
  ///
  /// The program itself may define such a function (sanitizers do); only another library counts. Memory functions are
  /// left out: allocators replace them on purpose.
  extension Probe {
    static let interposedFunctions = Probe(
      id: "hooks.interposedFunctions", category: .hooks, strength: .medium, family: .codeIntegrity
    ) { (snapshot) throws(SystemCallFailure) in
      let code = try snapshot.ownCode.get()
      let program = try? RawFile.status("/proc/self/exe").inode
      return .of(
        libraryFunctions.compactMap { name in
          guard let address = dlsym(everyImage, name), let row = code.row(at: UInt(bitPattern: address)),
            row.inode != 0, row.inode != program, !row.isSystemCode, !isPartOfLibrary(row)
          else { return nil }
          return "\(name) in \(EvidenceText.line(row.fileName))"
        })
    }

    private static let libraryFunctions = [
      "open", "openat", "fopen", "read", "pread", "write", "close", "access", "faccessat", "readlink", "opendir",
      "getuid", "geteuid", "getpid", "getppid", "getenv", "ptrace", "prctl", "mprotect", "connect", "send", "recv",
      "getaddrinfo", "dlopen",
    ]

    /// Parts that older C libraries keep in files of their own.
    private static func isPartOfLibrary(_ row: ExecutableRows.Row) -> Bool {
      ["libpthread", "libdl", "librt"].contains { row.fileName.hasPrefix($0) }
    }

    /// `RTLD_DEFAULT`: null, except on 32-bit Android.
    private static var everyImage: UnsafeMutableRawPointer? {
      #if os(Android) && arch(arm)
        UnsafeMutableRawPointer(bitPattern: UInt.max)
      #else
        nil
      #endif
    }
  }

#endif
