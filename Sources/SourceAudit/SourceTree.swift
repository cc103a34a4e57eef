/// The Swift, Kotlin and Java sources and the property lists of a project folder, read within limits.
///
/// - Protects against: huge projects, link loops, links that leave the project, pipes, text that is no text.
/// - Does not protect against: a folder that changes while it is read.
///
/// Links are never followed: a file inside the project is read at its own place. Build products, checkouts, vendored
/// folders and archives are skipped by name and listed in ``skippedFolders``; everything else that could not be read is
/// listed in ``incomplete``.
public struct SourceTree: Sendable {
  /// Sorted by path.
  public let files: [SourceText]
  /// Sorted by path.
  public let skippedFolders: [String]
  /// Sorted by path.
  public let incomplete: [AuditIncompleteness]

  /// Folder names that hold no code of the app's own.
  public static let skippedNames: Set<String> = [
    ".build", ".git", ".hg", ".svn", ".swiftpm", "Pods", "Carthage", "DerivedData", "SourcePackages", "checkouts",
    "node_modules", "vendor", "Vendor", "third_party", "ThirdParty", "Third-Party",
  ]

  /// Whether what the file holds is packed: it is left out, and listed with the folders that are.
  static func isArchive(_ name: String) -> Bool {
    let name = name.lowercased()
    return [".zip", ".jar", ".aar", ".apk", ".aab", ".ipa", ".tar", ".tgz", ".tar.gz", ".7z"].contains {
      name.hasSuffix($0)
    }
  }

  /// Names of build folders may have an ending: `.build-release`.
  static func isSkipped(_ name: String) -> Bool { skippedNames.contains(name) || name.hasPrefix(".build-") }

  /// Whether the audit reads a file of this name: source code, and property lists.
  static func isRead(_ name: String) -> Bool {
    SourceLanguage(path: name) != nil || ProjectDocuments.isRead(name)
  }

  /// Whether ``read(folder:limits:)`` would take the file at this path.
  public static func reads(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map(String.init)
    return parts.last.map(isRead) ?? false && !parts.dropLast().contains(where: isSkipped)
  }

  /// A tree of texts that the caller holds.
  public init(files: [SourceText], incomplete: [AuditIncompleteness] = []) {
    self.init(files: files, skippedFolders: [], incomplete: incomplete)
  }

  init(files: [SourceText], skippedFolders: [String], incomplete: [AuditIncompleteness]) {
    self.files = files.sorted { $0.path < $1.path }
    self.skippedFolders = skippedFolders.sorted()
    self.incomplete = incomplete.sorted { $0.file < $1.file }
  }

  /// Reads the folder.
  /// - Throws: ``SourceAuditError/unreadableFolder(errno:)``, ``SourceAuditError/notAFolder``.
  public static func read(folder: String, limits: SourceLimits = .init()) throws(SourceAuditError) -> SourceTree {
    var walk = try FolderWalk(root: folder, limits: limits)
    return walk.tree()
  }
}
