/// Writes a ``JSONNode`` as text in one fixed way: members in the order given, no blanks, only the escapes that
/// RFC 8259 demands (and `/` as it is). The same node always gives the same bytes.
public struct JSONWriter: Sendable {
  /// Spaces per level; nil writes one line.
  public var indentation: Int?

  /// Nil writes one line; a number writes a line per value, each level that many blanks deeper.
  public init(indentation: Int? = nil) { self.indentation = indentation }

  /// The same node always gives the same text.
  public func text(_ node: JSONNode) -> String { String(decoding: bytes(node), as: UTF8.self) }

  /// The UTF-8 bytes of ``text(_:)``.
  public func bytes(_ node: JSONNode) -> [UInt8] {
    // Bytes and no text while it grows: appending to a text costs ten times as much.
    var output: [UInt8] = []
    output.reserveCapacity(1024)
    write(node, level: 0, into: &output)
    return output
  }

  private func write(_ node: JSONNode, level: Int, into output: inout [UInt8]) {
    switch node.value {
    case .null: output += "null".utf8
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .number(let digits): output += digits.utf8
    case .string(let text): Self.quote(text, into: &output)
    case .array(let nodes):
      list(nodes, UInt8(ascii: "["), UInt8(ascii: "]"), level, &output) { node, output in
        write(node, level: level + 1, into: &output)
      }
    case .object(let members):
      list(members, UInt8(ascii: "{"), UInt8(ascii: "}"), level, &output) { member, output in
        Self.quote(member.name, into: &output)
        output.append(UInt8(ascii: ":"))
        if indentation != nil { output.append(UInt8(ascii: " ")) }
        write(member.node, level: level + 1, into: &output)
      }
    }
  }

  private func list<Element>(
    _ elements: [Element], _ open: UInt8, _ close: UInt8, _ level: Int, _ output: inout [UInt8],
    _ item: (Element, inout [UInt8]) -> Void
  ) {
    output.append(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      breakLine(level + 1, &output)
      item(element, &output)
    }
    if !elements.isEmpty { breakLine(level, &output) }
    output.append(close)
  }

  private func breakLine(_ level: Int, _ output: inout [UInt8]) {
    guard let indentation else { return }
    output.append(UInt8(ascii: "\n"))
    output += repeatElement(UInt8(ascii: " "), count: indentation * level)
  }

  private static func quote(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      // What needs no escape goes over in one piece.
      var first = 0
      for (place, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
        output += bytes[first..<place]
        escape(byte, into: &output)
        first = place + 1
      }
      output += bytes[first...]
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func escape(_ byte: UInt8, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: output.append(byte)
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x09: output.append(UInt8(ascii: "t"))
    default:
      let hex = String(byte, radix: 16)
      output += "u".utf8
      output += repeatElement(UInt8(ascii: "0"), count: 4 - hex.utf8.count)
      output += hex.utf8
    }
  }
}
