public import SecurityPolicy

/// Which files of a container a backup holds.
///
/// In a backup: `Documents`, `Library` with `Application Support` and `Preferences`. Never: `Library/Caches`, `tmp`,
/// what lies in an excluded folder, and the app itself. A file that is excluded alone is reported as fragile. Of the
/// system's own, `SystemData`, its note on the container and, in `Library`, `SplashBoard`, `Saved Application State` and
/// `SyncedPreferences` are no finding: seen on iOS and left out of backups there, documented nowhere. What else the system
/// may keep in a container is a finding until it is expected.
/// Source: https://developer.apple.com/documentation/foundation/optimizing-your-app-s-data-for-icloud-backup
public struct BackupRules: Sendable, Hashable {
  /// Whose container it is.
  public enum Container: Sendable, Hashable {
    case app
    /// What an app group shares: `tmp` means nothing there, so a backup holds it.
    case appGroup
  }

  /// What no backup holds, and what the system lets no app read.
  private let never: [[Substring]]
  private let expected: [[Substring]]

  /// - Parameter expected: paths, relative to the container, of files and folders that may be in a backup.
  public init(expected: [String] = [], for container: Container = .app) {
    self.expected = expected.map { Self.parts($0) }.filter { !$0.isEmpty }
    let notes: [Substring] = [
      ".com.apple.mobile_container_manager.metadata.plist", ".com.apple.containermanagerd.metadata.plist",
    ]
    let left: [Substring] = ["Caches", "SplashBoard", "Saved Application State", "SyncedPreferences"]
    never =
      left.map { ["Library", $0] } + notes.map { [$0] } + (container == .app ? [["tmp"], ["SystemData"]] : [])
  }

  /// The files that a backup would hold, or holds until the next atomic write, and that nobody expects there.
  public func findings(in listing: BackupListing) -> [BackupFinding] {
    let excludedFolders = Set(listing.items.filter { $0.isFolder && $0.isExcluded }.map { Self.parts($0.path) })
    return listing.items.compactMap { item in
      let path = Self.parts(item.path)
      guard !item.isFolder, !path.isEmpty, !never.contains(where: path.starts(with:)) else { return nil }
      guard path.first?.hasSuffix(".app") != true, !expected.contains(where: path.starts(with:)) else { return nil }
      let isCovered = path.indices.contains { excludedFolders.contains(Array(path[..<$0])) }
      return isCovered ? nil : BackupFinding(path: item.path, isFragile: item.isExcluded)
    }.sorted { $0.path < $1.path }
  }

  /// Whether a backup would hold nothing but what is expected.
  public func verdict(on listing: BackupListing) -> Verdict { report(on: listing).verdict }

  /// The same with the files that a backup would hold, and with what could not be looked at: but for what is expected in
  /// a backup, for nobody minds that.
  public func report(on listing: BackupListing) -> BackupReport {
    let unread = listing.unread.filter { path in
      let path = Self.parts(path)
      return path.first?.hasSuffix(".app") != true && !expected.contains(where: path.starts(with:))
    }
    return BackupReport(findings(in: listing), unread: unread)
  }

  /// The verdict on a container on disk; undetermined when it cannot be read whole and nothing was found in the rest.
  public func verdict(onContainer path: String, exclusion: any BackupExclusion) -> Verdict {
    report(onContainer: path, exclusion: exclusion).verdict
  }

  /// The same with the files that a backup of the container on disk would hold, and with what could not be looked at.
  public func report(onContainer path: String, exclusion: any BackupExclusion) -> BackupReport {
    do throws(LifecycleError) {
      return report(on: try listing(of: path, exclusion))
    } catch {
      return BackupReport(undetermined: "the container could not be read whole")
    }
  }

  private func listing(
    of container: String, _ exclusion: any BackupExclusion
  ) throws(LifecycleError) -> BackupListing {
    try BackupListing(container: container, exclusion: exclusion, skipping: never.map { $0.joined(separator: "/") })
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}
