/// What a front end made of a file: the tables of a ``SourceUnit``.
struct SourceTables: Sendable {
  var names: [String] = []
  var nameRows: [String: NameID] = [:]
  var expressions: [ExpressionNode] = []
  var lists: [ListEntry] = []
  var declarations: [DeclarationRecord] = []
  var steps: [BodyStep] = []
  var attributes: [AttributeRecord] = []
  var typeNames: [NameID] = []
  var regions: [SourceRegion] = []

  /// What the file is for, told by its path, its imports and its head.
  func role(of text: SourceText) -> SourceRole {
    let imported = declarations.filter { $0.kind == .importing }.map { names[Int($0.type.raw)] }
    return SourceRole(path: text.path, imports: imported, head: text.text.prefix(600))
  }
}
