import SecurityPolicy
import UntrustedInput

/// Walks an `apple-app-site-association`, and notes what is wrong.
struct AppSiteReading {
  private(set) var linked: Set<String> = []
  private(set) var passwords: Set<String> = []
  /// Whether any part names an app.
  private(set) var namesApp = false
  private(set) var findings: [PlatformFinding]

  init(findings: [PlatformFinding]) { self.findings = findings }

  private mutating func note(_ rule: PlatformRule, _ node: JSONNode) {
    findings.append(PlatformFinding(rule, at: node.position))
  }

  mutating func read(_ root: JSONNode) {
    guard let members = root.members else { return note(.wrongStructure, root) }
    defer { if !namesApp, findings.verdict == .holds { note(.noApp, root) } }
    for member in members {
      switch member.name {
      case "applinks": readLinks(member.node)
      case "webcredentials", "appclips", "activitycontinuation":
        guard let apps = member.node["apps"] else {
          note(.wrongStructure, member.node)
          continue
        }
        let found = identifiers(apps)
        if member.name == "webcredentials" { passwords = found }
      default: findings.append(PlatformFinding(.unknownPart, at: member.position))
      }
    }
  }

  private mutating func readLinks(_ links: JSONNode) {
    if let apps = links["apps"] {
      // Once demanded, and then always empty.
      note(apps.array?.isEmpty == true ? .olderForm : .wrongStructure, apps)
    }
    guard let details = links["details"] else { return note(.wrongStructure, links) }
    if let members = details.members {
      note(.olderForm, details)
      for member in members {
        add([member.name], at: member.node)
        readPatterns(member.node)
      }
      return
    }
    guard let entries = details.array else { return note(.wrongType, details) }
    for entry in entries {
      let single = entry["appID"], several = entry["appIDs"]
      if let single {
        note(.olderForm, single)
        if let text = single.string { add([text], at: single) } else { note(.wrongType, single) }
      }
      if let several { linked.formUnion(identifiers(several)) }
      if single == nil, several == nil { note(.wrongStructure, entry) }
      readPatterns(entry)
    }
  }

  private mutating func add(_ texts: [String], at node: JSONNode) {
    for text in texts {
      guard LinkedApp.isAppleID(text) else {
        note(.badAppID, node)
        continue
      }
      linked.insert(text)
      namesApp = true
    }
  }

  private mutating func identifiers(_ list: JSONNode) -> Set<String> {
    guard let nodes = list.array else {
      note(.wrongType, list)
      return []
    }
    var found: Set<String> = []
    for node in nodes {
      if let text = node.string, LinkedApp.isAppleID(text) { found.insert(text) } else { note(.badAppID, node) }
    }
    if !found.isEmpty { namesApp = true }
    return found
  }

  private mutating func readPatterns(_ entry: JSONNode) {
    if let paths = entry["paths"] {
      note(.olderForm, paths)
      guard let nodes = paths.array else { return note(.wrongType, paths) }
      for node in nodes {
        let text = node.string.map { $0.hasPrefix("NOT ") ? String($0.dropFirst(4)) : $0 }
        if text.map(Self.isPattern) != true { note(.badPath, node) }
      }
    }
    guard let components = entry["components"] else { return }
    guard let nodes = components.array else { return note(.wrongType, components) }
    for node in nodes {
      guard let members = node.members else {
        note(.wrongType, node)
        continue
      }
      for member in members {
        switch (member.name, member.node.value) {
        case ("/", .string(let text)): if !Self.isPattern(text) { note(.badPath, member.node) }
        case ("#", .string), ("?", .string), ("?", .object), ("comment", .string): break
        case ("exclude", .bool), ("caseSensitive", .bool), ("percentEncoded", .bool): break
        case ("/", _), ("#", _), ("?", _), ("comment", _), ("exclude", _), ("caseSensitive", _), ("percentEncoded", _):
          note(.wrongType, member.node)
        default: findings.append(PlatformFinding(.unknownPart, at: member.position))
        }
      }
    }
  }

  private static func isPattern(_ text: String) -> Bool { text.hasPrefix("/") || text.hasPrefix("*") }
}
