#if Audit
  import SwiftParser
  import SwiftSyntax
  import UntrustedInput

  /// A parsed source file, its nodes by kind, and what the rest of the project says about names that it uses.
  public struct SwiftSourceFile: Sendable {
    /// The path from the root of the project.
    public let path: String
    public let tree: SourceFileSyntax
    /// Whether the parser met text that it does not understand.
    public let hasSyntaxErrors: Bool
    let facts: SourceFacts
    private let nodes: [SyntaxKind: [Syntax]]
    private let utf8: [UInt8]
    private let lineStarts: [Int]

    /// Nil when the text is nested too deeply to be judged.
    init?(_ source: SourceText, facts: SourceFacts) {
      guard NestingScan.isWithinLimits(source.text) else { return nil }  // O.Source_1#3
      path = source.path
      self.facts = facts
      let bytes = Array(source.text.utf8)
      utf8 = bytes
      lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
      tree = bytes.withUnsafeBufferPointer {
        Parser.parse(source: $0, maximumNestingLevel: NestingScan.deepestBrackets)
      }
      hasSyntaxErrors = tree.hasError
      var nodes: [SyntaxKind: [Syntax]] = [:]
      var waiting: [(node: Syntax, depth: Int)] = [(Syntax(tree), 0)]
      while let (node, depth) = waiting.popLast() {
        guard depth <= NestingScan.deepestTree else { return nil }
        guard node.kind != .token else { continue }
        nodes[node.kind, default: []].append(node)
        for child in node.children(viewMode: .sourceAccurate) { waiting.append((child, depth + 1)) }
      }
      self.nodes = nodes
    }

    /// All nodes of one kind, in no particular order.
    public func all<Node: SyntaxProtocol>(_ kind: SyntaxKind, as type: Node.Type) -> [Node] {
      (nodes[kind] ?? []).compactMap { $0.as(type) }
    }

    /// Where the node's own text starts, without the blanks and comments before it.
    public func position(of node: some SyntaxProtocol) -> TextPosition {
      let offset = min(node.positionAfterSkippingLeadingTrivia.utf8Offset, utf8.count)
      var low = 0
      var high = lineStarts.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if lineStarts[middle] <= offset { low = middle } else { high = middle }
      }
      let scalars = utf8[lineStarts[low]..<offset].count { $0 & 0xC0 != 0x80 }
      return TextPosition(line: low + 1, column: scalars + 1)
    }
  }

  extension SyntaxProtocol {
    /// The names of the types around this node, outermost first.
    var enclosingTypes: [String] {
      var names: [String] = []
      var node = parent
      while let current = node {
        if let declaration = current.as(ClassDeclSyntax.self) { names.append(declaration.name.text) }
        if let declaration = current.as(StructDeclSyntax.self) { names.append(declaration.name.text) }
        if let declaration = current.as(EnumDeclSyntax.self) { names.append(declaration.name.text) }
        if let declaration = current.as(ActorDeclSyntax.self) { names.append(declaration.name.text) }
        if let declaration = current.as(ExtensionDeclSyntax.self) {
          names += Array(declaration.extendedType.nameParts.reversed())
        }
        node = current.parent
      }
      return names.reversed()
    }
  }

  extension TypeSyntax {
    /// `Foundation.UserDefaults?` as [Foundation, UserDefaults]; empty for any other shape of type.
    var nameParts: [String] {
      var parts: [String] = []
      var type = self
      while true {
        if let optional = type.as(OptionalTypeSyntax.self) {
          type = optional.wrappedType
        } else if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
          type = forced.wrappedType
        } else if let attributed = type.as(AttributedTypeSyntax.self) {
          type = attributed.baseType
        } else if let member = type.as(MemberTypeSyntax.self) {
          parts.append(member.name.text)
          type = member.baseType
        } else if let name = type.as(IdentifierTypeSyntax.self) {
          parts.append(name.name.text)
          return parts.reversed()
        } else {
          return []
        }
      }
    }
  }
#endif
