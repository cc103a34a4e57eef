import UntrustedInput

/// What a file of backup rules takes in and leaves out.
/// Source: developer.android.com, Back up user data with Auto Backup, XML config syntax.
struct BackupRules {
  /// Each is a set of rules for one kind of backup; all must leave a secret out.
  private let sections: [MarkupElement]
  private let transfer: MarkupElement?
  /// What a transfer takes along when nothing is said.
  private static let domains: Set<String> = ["root", "file", "database", "sharedpref", "external"]

  init(_ root: MarkupElement) {
    transfer = root.localName == "data-extraction-rules" ? root.first("device-transfer") : nil
    let all = ["cloud-backup", "device-transfer"].compactMap { root.first($0) }
    // A transfer from device to device that nothing is said about takes everything along, but never leaves the room.
    sections = root.localName == "data-extraction-rules" ? (all.isEmpty ? [root] : all) : [root]
  }

  /// Whether a transfer to another device leaves out every domain as a whole.
  var transfersNothing: Bool {
    guard let transfer, transfer.all("include").isEmpty else { return false }
    let left = transfer.all("exclude").filter { Self.path(of: $0).isEmpty }.compactMap { $0.attribute("domain")?.value }
    return Self.domains.isSubset(of: left)
  }

  func excludes(_ secret: BackedUpSecret) -> Bool {
    sections.allSatisfy { section in
      let includes = section.all("include")
      if !includes.isEmpty, !includes.contains(where: { Self.covers($0, secret) }) { return true }
      return section.all("exclude").contains { Self.covers($0, secret) }
    }
  }

  private static func covers(_ rule: MarkupElement, _ secret: BackedUpSecret) -> Bool {
    guard let domain = rule.attribute("domain")?.value else { return false }
    guard domain == secret.domain || domain == "root" && secret.domain != "external" else { return false }
    let path = Self.path(of: rule)
    return path.isEmpty
      || domain == secret.domain && (secret.path == path || secret.path.hasPrefix(path + "/"))
  }

  /// Inside of its domain; empty for all of it.
  private static func path(of rule: MarkupElement) -> String {
    var path = rule.attribute("path")?.value ?? "."
    while path.hasPrefix("./") || path.hasPrefix("/") { path.removeFirst(path.hasPrefix("/") ? 1 : 2) }
    while path.hasSuffix("/") { path.removeLast() }
    return path == "." ? "" : path
  }
}
