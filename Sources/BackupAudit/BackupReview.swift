import SecurityPolicy
import SourceAudit
import UntrustedInput

/// Judges the rows of one app in a backup.
///
/// - Protects against: an app whose secrets, databases, cookies and logs leave the device with every backup, because
///   nobody looked at a real one.
/// - Does not protect against: secrets inside databases and files of other forms, whose content is not read; what an
///   app writes only later; backups to iCloud, which may hold fewer files.
///
/// Source: https://developer.apple.com/documentation/foundation/optimizing-your-app-s-data-for-icloud-backup; OWASP MASTG-TEST-0215.
public struct BackupReview: Sendable, Hashable {
  /// Sorted, the worst first.
  public let findings: [BackedUpFinding]
  /// Files of the app in the backup, folders and links not counted.
  public let filesOfTheApp: Int

  /// - Parameters:
  ///   - expected: paths, relative to the domain, of files and folders that may be in a backup.
  ///   - content: the bytes of a file, nil when they cannot be had. Asked for property lists only.
  public init(
    of files: [BackedUpFile], app: BackedUpApp, expected: [String] = [], content: (BackedUpFile) -> [UInt8]?
  ) {
    let own = files.filter { $0.kind == .file && app.owns($0) }
    let expected = expected.map { $0.split(separator: "/") }.filter { !$0.isEmpty }
    filesOfTheApp = own.count
    findings = own.flatMap { file -> [BackedUpFinding] in
      let isExpected = expected.contains { file.path.split(separator: "/").starts(with: $0) }
      var found = Self.flaw(of: file, content)
      if let flaw = found, isExpected, flaw.flaw == .unexpected || flaw.flaw == .database { found = nil }
      var all = found.map { [$0] } ?? []
      if file.protection == BackedUpProtection.none { all.append(BackedUpFinding(.unprotected, file)) }  // O.Data_3#750
      return all
    }.sorted()
  }

  /// Fails with a finding of this severity or above; undetermined when the backup holds nothing of the app, or
  /// something that could not be read.
  public func verdict(failOn least: FindingSeverity = .warning) -> Verdict {
    let counted = findings.count { $0.flaw.severity >= least }
    if counted > 0 { return .fails(.init("\(counted) files should not be in a backup as they are")) }
    if filesOfTheApp == 0 { return .undetermined("the backup holds nothing of this app") }
    if findings.contains(where: { $0.flaw == .unreadablePreferences }) {
      return .undetermined("a property list could not be read")
    }
    return .holds
  }

  private static func flaw(of file: BackedUpFile, _ content: (BackedUpFile) -> [UInt8]?) -> BackedUpFinding? {
    let name = file.name
    let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    let folders = file.path.split(separator: "/").dropLast().map { $0.lowercased() }
    if keySuffixes.contains(suffix), name.contains(".") { return BackedUpFinding(.keyMaterial, file) }
    if name.hasSuffix(".binarycookies") || folders.starts(with: ["library", "cookies"])
      || folders.starts(with: ["library", "webkit"]) || folders.starts(with: ["library", "httpstorages"])
    {
      return BackedUpFinding(.webData, file)
    }
    if suffix == "plist" {
      guard let keys = content(file).flatMap(secretKeys) else { return BackedUpFinding(.unreadablePreferences, file) }
      if !keys.isEmpty { return BackedUpFinding(.secret, file, keys: keys) }  // O.Arch_4#750
      // Settings are what a backup is for.
      return folders.starts(with: ["library", "preferences"]) ? nil : BackedUpFinding(.unexpected, file)
    }
    if isDatabase(name, suffix) { return BackedUpFinding(.database, file) }
    if suffix == "log" || folders.contains("logs") { return BackedUpFinding(.log, file) }
    return BackedUpFinding(.unexpected, file)
  }

  private static let keySuffixes: Set<String> = ["p12", "pfx", "pem", "key", "p8", "jks", "keystore", "der", "asc"]
  private static let databases: Set<String> = [
    "sqlite", "sqlite3", "db", "realm", "store", "coredata", "mdb", "sqlcipher",
  ]

  /// Also what stands beside one: its log and its journal.
  private static func isDatabase(_ name: String, _ suffix: String) -> Bool {
    guard name.contains(".") else { return false }
    if databases.contains(suffix) { return true }
    return ["-wal", "-shm", "-journal"].contains { mark in
      suffix.hasSuffix(mark) && databases.contains(String(suffix.dropLast(mark.count)))
    }
  }

  /// The keys that hold a secret by their name and have a value; nil for bytes that are no property list.
  static func secretKeys(_ bytes: [UInt8]) -> [String]? {
    let list: PropertyListNode?
    if BinaryPropertyListReader.begins(bytes) {
      list = try? BinaryPropertyListReader(maximumBytes: BackupContent.limit).read(bytes)
    } else {
      list = try? PropertyListReader(maximumBytes: BackupContent.limit).read(bytes)
    }
    guard let list else { return nil }
    var keys: Set<String> = []
    var waiting = [list]
    while let node = waiting.popLast() {
      for member in node.members ?? [] {
        waiting.append(member.node)
        if SecretWords.judge(member.name) == .secret, holdsValue(member.node, of: member.name) {
          keys.insert(member.name)
        }
      }
      waiting += node.array ?? []
    }
    return keys.sorted()
  }

  /// A text, bytes, a list of them, or a number where a number can be the secret: nothing empty, no switch, no 0.
  private static func holdsValue(_ node: PropertyListNode, of name: String, inList: Bool = false) -> Bool {
    switch node.value {
    case .string(let text): !text.isEmpty
    case .data(let bytes): !bytes.isEmpty
    case .integer(let number): number != 0 && SecretWords.isMadeOfDigits(name)
    case .array(let nodes): !inList && nodes.contains { holdsValue($0, of: name, inList: true) }
    default: false
    }
  }
}
