import UntrustedInput

/// What a file of backup rules takes in and leaves out.
/// Source: developer.android.com, Back up user data with Auto Backup, XML config syntax.
struct BackupRules {
  /// Each is a set of rules for one kind of backup; all must leave a secret out.
  private let sections: [MarkupElement]

  init(_ root: MarkupElement) {
    let all = ["cloud-backup", "device-transfer"].compactMap { root.first($0) }
    // A transfer from device to device that nothing is said about takes everything along, but never leaves the room.
    sections = root.localName == "data-extraction-rules" ? (all.isEmpty ? [root] : all) : [root]
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
    var path = rule.attribute("path")?.value ?? "."
    while path.hasPrefix("./") || path.hasPrefix("/") { path.removeFirst(path.hasPrefix("/") ? 1 : 2) }
    while path.hasSuffix("/") { path.removeLast() }
    if path.isEmpty || path == "." { return true }
    return domain == secret.domain && (secret.path == path || secret.path.hasPrefix(path + "/"))
  }
}
