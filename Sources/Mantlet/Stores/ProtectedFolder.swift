#if canImport(Security)
  import AppleFiles
  import DataLifecycle
  import SecurityPolicy

  /// A folder with its protection class set and read back, and out of backups. Where the system keeps no classes only
  /// the exclusion is asked for, and the verdict says so.
  struct ProtectedFolder: Sendable {
    let folder: GuardedFolder
    let verdict: Verdict

    #if targetEnvironment(simulator)
      private static let withoutClasses: Verdict? = .fails("a simulator keeps no file protection class")
    #elseif os(macOS)
      private static let withoutClasses: Verdict? = .undetermined("macOS tells of no file protection class")
    #else
      private static let withoutClasses: Verdict? = nil
    #endif

    /// Makes the folder when it is not there.
    init(_ path: String, _ protection: FileProtection, isInBackup: Bool = false) throws(LifecycleError) {
      let exclusion = isInBackup ? nil : AppleBackupExclusion()
      do throws(LifecycleError) {
        folder = try GuardedFolder(
          path: path, protection: protection, fileGuard: AppleFileGuard(), exclusion: exclusion)
        verdict = .holds
      } catch .protectionDiffers(let wanted, let found) {
        guard let withoutClasses = Self.withoutClasses else {
          throw .protectionDiffers(wanted: wanted, found: found)
        }
        folder = try GuardedFolder(path: path, protection: protection, fileGuard: nil, exclusion: exclusion)
        verdict = withoutClasses
      }
    }

    /// Protects every file that lies here now, and reads back.
    func protectTree() throws(LifecycleError) { try folder.protectTree() }
  }
#endif
