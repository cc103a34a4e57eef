/// Every rule about where code stands.
enum StructureRules {
  static let all: [any ProjectRule] = [MisplacedCode()]
}
