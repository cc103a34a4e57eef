/// What a front end made of a file: the tables of a ``SourceUnit``.
struct SourceTables: Sendable {
  var names = NameTable()
  var expressions: [ExpressionNode] = []
  var lists: [ListEntry] = []
  var declarations: [DeclarationRecord] = []
  var steps: [BodyStep] = []
  var attributes: [AttributeRecord] = []
  var typeNames: [NameID] = []
  var regions: [SourceRegion] = []

  /// What the file is for, told by its path, its imports and its head.
  func role(of text: SourceText) -> SourceRole {
    let imported = declarations.filter { $0.kind == .importing }.map { names[$0.type] }
    return SourceRole(path: text.path, imports: imported, head: Substring(text.text.utf8.prefix(640)))
  }
}
