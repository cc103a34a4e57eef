import UntrustedInput

/// One kind of flaw in a property list: Info.plist, entitlements, the files of services.
protocol PropertyListRule: ProjectRule {
  func judge(_ list: PropertyList, into record: inout AuditRecord)
}

extension PropertyListRule {
  func judge(_ project: Project, into record: inout AuditRecord) {
    for list in project.propertyLists { judge(list, into: &record) }
  }
}

extension PropertyListNode {
  /// True in each of the three forms: the old one has texts only.
  var isYes: Bool { bool == true || ["YES", "true"].contains(string ?? "") }
  var isNo: Bool { bool == false || ["NO", "false"].contains(string ?? "") }
  var strings: [String] { (array ?? []).compactMap(\.string) }

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
