/// Whether bytes are fixed in the source: literal texts, arrays of numbers, empty arrays that nothing fills.
enum ConstantBytes {
  private static let makers: Set<String> = [
    "byteArrayOf", "ByteArray", "byte[]", "intArrayOf", "charArrayOf", "hexToByteArray",
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
      where ["decode", "toByteArray", "getBytes", "toCharArray", "getDecoder", "of", "encodeToByteArray", "copyOf"]
        .contains(leaf.calledName):
        break
      case .name, .member:
        // Charsets and flags of codecs.
        guard leaf.path?.first?.first?.isUppercase == true else { return false }
      default: return false
      }
    }
    return hasContent
  }

  /// Types and charsets, which are part of a call and say nothing about the value.
  private static func isAside(_ leaf: Expression) -> Bool {
    guard let parent = leaf.parent else { return false }
    return leaf.kind == .name && leaf.name.first?.isUppercase == true && parent.kind == .member
  }
}
