/// Whether bytes are fixed in the source: literal texts, arrays of numbers, empty arrays that nothing fills.
enum ConstantBytes {
  private static let makers: Set<String> = [
    "byteArrayOf", "ByteArray", "byte[]", "intArrayOf", "charArrayOf", "hexToByteArray", "listOf", "arrayOf",
    "ubyteArrayOf",
  ]

  static func isConstant(_ value: Expression, _ project: Project) -> Bool {
    let leaves = project.origins(of: value, reach: .influence).leaves.filter { !isAside($0) }
    guard !leaves.isEmpty else { return false }
    var hasContent = false
    for leaf in leaves {
      switch leaf.kind {
      case .string, .array: hasContent = hasContent || leaf.plainText != "" || leaf.kind == .array
      case .number, .boolean, .null: break
      case .call where makers.contains(leaf.calledName): hasContent = true
      case .call
      where [
        "decode", "toByteArray", "getBytes", "toCharArray", "getDecoder", "of", "encodeToByteArray", "copyOf", "lazy",
        "map", "toByte", "trimIndent",
      ]
      .contains(leaf.calledName):
        break
      case .name, .member:
        // Charsets and flags of codecs.
        guard leaf.path?.first?.first?.isUppercase == true else { return false }
      default: return false
      }
    }
    return hasContent && !isFilled(value, project)
  }

  /// Types and charsets, which are part of a call and say nothing about the value.
  private static func isAside(_ leaf: Expression) -> Bool {
    guard let parent = leaf.parent else { return false }
    return leaf.kind == .name && leaf.name.first?.isUppercase == true && parent.kind == .member
  }

  /// Whether something writes into the array: `nextBytes(iv)`, `System.arraycopy(…, iv, …)`, `iv[0] = …`.
  private static func isFilled(_ bytes: Expression, _ project: Project) -> Bool {
    for use in project.origins(of: bytes).passed where use.kind == .name || use.kind == .member {
      for declaration in project.declarations(of: use) {
        for mention in declaration.unit.mentions([declaration.name]) {
          guard let parent = mention.parent, project.declarations(of: mention).contains(declaration) else { continue }
          if parent.kind == .index, parent.parent?.kind == .assignment { return true }
          guard parent.kind == .call, parent.calleeID != mention.id else { continue }
          if ["nextBytes", "arraycopy", "read", "get", "readFully", "readNBytes"].contains(parent.calledName) {
            return true
          }
        }
      }
    }
    // `ByteArray(16).also { random.nextBytes(it) }`
    return project.origins(of: bytes, reach: .influence).passed.contains { passed in
      passed.kind == .call
        && passed.arguments.contains { argument in
          argument.value.declaration.map { closure in
            closure.unit.calls("nextBytes").contains { $0.owner == closure }
          } == true
        }
    }
  }
}
