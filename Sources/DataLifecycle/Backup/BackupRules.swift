public import SecurityPolicy

/// Which files of an app's container a backup holds.
///
/// In a backup: `Documents`, `Library` with `Application Support` and `Preferences`. Never: `Library/Caches`, `tmp`,
/// what lies in an excluded folder, and the app itself. A file that is excluded alone is reported as fragile.
/// Source: https://developer.apple.com/documentation/foundation/optimizing-your-app-s-data-for-icloud-backup
public struct BackupRules: Sendable, Hashable {
  private static let never: [[Substring]] = [["Library", "Caches"], ["tmp"], ["SystemData"]]

  private let expected: [[Substring]]

  /// - Parameter expected: paths, relative to the container, of files and folders that may be in a backup.
  public init(expected: [String] = []) {
    self.expected = expected.map { Self.parts($0) }.filter { !$0.isEmpty }
  }

  /// The files that a backup would hold, or holds until the next atomic write, and that nobody expects there.
  public func findings(in listing: BackupListing) -> [BackupFinding] {
    let excludedFolders = Set(listing.items.filter { $0.isFolder && $0.isExcluded }.map { Self.parts($0.path) })
    return listing.items.compactMap { item in
      let path = Self.parts(item.path)
      guard !item.isFolder, !path.isEmpty, !Self.never.contains(where: path.starts(with:)) else { return nil }
      guard path.first?.hasSuffix(".app") != true, !expected.contains(where: path.starts(with:)) else { return nil }
      let isCovered = path.indices.contains { excludedFolders.contains(Array(path[..<$0])) }
      return isCovered ? nil : BackupFinding(path: item.path, isFragile: item.isExcluded)
    }.sorted { $0.path < $1.path }
  }

  /// Whether a backup would hold nothing but what is expected.
  public func verdict(on listing: BackupListing) -> Verdict {
    let count = findings(in: listing).count
    return count == 0 ? .holds : .fails(.init("\(count) files would be in a backup; exclude their directory"))
  }

  /// The verdict on a container on disk; undetermined when it cannot be read whole.
  public func verdict(onContainer path: String, exclusion: any BackupExclusion) -> Verdict {
    do throws(LifecycleError) {
      return verdict(on: try BackupListing(container: path, exclusion: exclusion))
    } catch {
      return .undetermined("the container could not be read whole")
    }
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}
