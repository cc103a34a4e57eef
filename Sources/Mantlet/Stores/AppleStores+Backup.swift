#if canImport(Security)
  import AppleFiles
  import DataLifecycle
  import Foundation
  import SecurityPolicy

  extension AppleStores {
    /// The container of an app group.
    struct GroupContainer: Sendable {
      let group: String
      let path: String
    }

    /// Looks at every file of the app's container and of those of the app groups that the app named, and says which ones a
    /// backup would hold. It changes nothing, and looks into no folder that a backup leaves out.
    ///
    /// Expected there are the mark of the installation, the journal of a wipe and the settings, which tell nothing about
    /// anybody. Apple calls the exclusion guidance, not a guarantee.
    /// - Parameter expected: files and folders of the app's own that may be in a backup, relative to the container; in that
    ///   of an app group, behind the group's identifier and a `/`.
    /// - Returns: fails for what was found, and names in `unread` what could not be looked at: such a folder hides no
    ///   finding elsewhere. Without a finding undetermined when a container could not be read whole, and on macOS outside of
    ///   a sandbox: there the container is the person's home.
    public func backupReport(expecting expected: [String] = []) -> BackupReport {
      let container = folders.container
      #if os(macOS)
        guard container.contains("/Library/Containers/") else {
          return BackupReport(undetermined: "outside of a sandbox the app has no container of its own")
        }
      #endif
      guard base.hasPrefix(container + "/") else {
        return BackupReport(undetermined: "the app's folders do not lie in one container")
      }
      let ours = base.dropFirst(container.count + 1)
      let settings = "Library/Preferences/" + (base.split(separator: "/").last ?? "") + ".mantlet.plist"
      let own = BackupRules(expected: expected + ["\(ours)/installation", "\(ours)/journal", settings])
        .report(onContainer: container, exclusion: AppleBackupExclusion())  // O.Arch_4#1103
      return BackupReport(joining: [own] + groupContainers.map { Self.report(on: $0, expecting: expected) })
    }

    private static func report(on container: GroupContainer, expecting expected: [String]) -> BackupReport {
      let start = container.group + "/"
      let inside = expected.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
      return BackupRules(expected: inside, for: .appGroup)
        .report(onContainer: container.path, exclusion: AppleBackupExclusion()).under(start)  // O.Arch_4#1105
    }
  }
#endif
