extension Project {
  /// Types of texts and bytes: what a person types or a server sends.
  private static let texts: Set<String> = [
    "String", "NSString", "Substring", "CharSequence", "Data", "NSData", "CharArray", "ByteArray", "[UInt8]",
    "char[]", "byte[]", "Editable",
  ]
  private static let filling: Set<String> = ["append", "insert", "write", "replaceSubrange"]

  /// `""`, `nil`: there is nothing yet.
  func isEmptyText(_ value: Expression) -> Bool {
    let value = value.unwrapped
    return value.kind == .null || value.plainText?.isEmpty == true
  }

  /// Whether a name stands for a variable that begins empty and gets its text where no assignment shows: bound to an
  /// input field, handed to a function that writes into it, or set by another file.
  func isFilledUnseen(_ use: Expression) -> Bool {
    guard use.kind == .name || use.kind == .member else { return false }
    return declarations(of: use).contains { variable in
      guard !variable.flags.contains(.isConstant), let start = variable.value, isEmptyText(start) else { return false }
      let type = variable.typeText.isEmpty ? nil : variable.typeName
      guard type.map(Self.texts.contains) ?? (start.unwrapped.kind == .string) else { return false }
      switch variable.kind {
      case .property: return true
      case .local: return isWrittenInto(variable)
      default: return false
      }
    }
  }

  /// `fill(&text)`, `text.append(piece)`, `$text`.
  private func isWrittenInto(_ variable: Declaration) -> Bool {
    if variable.unit.row(of: "$" + variable.name) != nil { return true }
    return variable.unit.mentions([variable.name]).contains { mention in
      guard let parent = mention.parent, parent.first == mention else { return false }
      let isHandedOut = parent.kind == .unary && parent.name == "&"
      let isFilled = parent.kind == .member && Self.filling.contains(parent.name) && parent.parent?.kind == .call
      return (isHandedOut || isFilled) && declarations(of: mention).contains(variable)
    }
  }
}
