/// Writes a ``JSONNode`` as text in one fixed way: members in the order given, no blanks, only the escapes that
/// RFC 8259 demands (and `/` as it is). The same node always gives the same bytes.
public struct JSONWriter: Sendable {
  /// Spaces per level; nil writes one line.
  public var indentation: Int?

  /// Nil writes one line; a number writes a line per value, each level that many blanks deeper.
  public init(indentation: Int? = nil) { self.indentation = indentation }

  /// The same node always gives the same text.
  public func text(_ node: JSONNode) -> String {
    var output = ""
    write(node, level: 0, into: &output)
    return output
  }

  /// The UTF-8 bytes of ``text(_:)``.
  public func bytes(_ node: JSONNode) -> [UInt8] { Array(text(node).utf8) }

  private func write(_ node: JSONNode, level: Int, into output: inout String) {
    switch node.value {
    case .null: output += "null"
    case .bool(let flag): output += flag ? "true" : "false"
    case .number(let digits): output += digits
    case .string(let text): quote(text, into: &output)
    case .array(let nodes):
      list(nodes, "[", "]", level, &output) { node, output in write(node, level: level + 1, into: &output) }
    case .object(let members):
      list(members, "{", "}", level, &output) { member, output in
        quote(member.name, into: &output)
        output += indentation == nil ? ":" : ": "
        write(member.node, level: level + 1, into: &output)
      }
    }
  }

  private func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, _ level: Int, _ output: inout String,
    _ item: (Element, inout String) -> Void
  ) {
    output += open
    for (index, element) in elements.enumerated() {
      if index > 0 { output += "," }
      breakLine(level + 1, &output)
      item(element, &output)
    }
    if !elements.isEmpty { breakLine(level, &output) }
    output += close
  }

  private func breakLine(_ level: Int, _ output: inout String) {
    guard let indentation else { return }
    output += "\n" + String(repeating: " ", count: indentation * level)
  }

  private func quote(_ text: String, into output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      case "\u{0}"..."\u{1F}":
        let hex = String(scalar.value, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: output.unicodeScalars.append(scalar)
      }
    }
    output += "\""
  }
}
