import UntrustedInput

/// One kind of flaw in a property list: Info.plist, entitlements, the files of services.
protocol PropertyListRule: Sendable {
  var manual: RuleManual { get }
  func judge(_ list: PropertyListNode, in file: SourceText, into record: inout AuditRecord)
}

/// The rules for property lists.
enum PropertyListRules {
  static let all: [any PropertyListRule] = [
    DebuggableEntitlement(), TransportSecurityException(), SharedDocuments(), SecretInPropertyList(),
    AnalyticsSwitchedOn(),
  ]

  static func isPropertyList(path: String) -> Bool {
    let name = path.lowercased()
    return name.hasSuffix(".plist") || name.hasSuffix(".entitlements") || name.hasSuffix(".xcprivacy")
  }

  /// Nil when the file is no property list in XML form.
  static func record(of file: SourceText, limit: Int) -> AuditRecord? {
    guard let list = try? PropertyListReader(maximumBytes: limit).read(Array(file.text.utf8)) else { return nil }
    var record = AuditRecord()
    for rule in all { rule.judge(list, in: file, into: &record) }
    return record
  }
}

extension PropertyListNode {
  /// Every key and value below, outermost first, with the keys around it.
  var everyMember: [(path: [String], member: PropertyListMember)] {
    var found: [(path: [String], member: PropertyListMember)] = []
    var waiting: [(path: [String], node: PropertyListNode)] = [([], self)]
    while let next = waiting.popLast() {
      for member in next.node.members ?? [] {
        found.append((next.path, member))
        waiting.append((next.path + [member.name], member.node))
      }
      for element in next.node.array ?? [] { waiting.append((next.path, element)) }
    }
    return found
  }
}
