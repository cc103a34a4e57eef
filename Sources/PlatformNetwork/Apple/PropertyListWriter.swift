import UntrustedInput

/// Writes a property list as XML in one fixed way: keys in the order given, a line per value.
struct PropertyListWriter {
  let comment: String

  func bytes(_ node: PropertyListNode) -> [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- \(comment) -->
      <plist version="1.0">

      """
    write(node, indent: "", into: &text)
    text += "</plist>\n"
    return Array(text.utf8)
  }

  private func write(_ node: PropertyListNode, indent: String, into text: inout String) {
    switch node.value {
    case .dictionary(let members):
      list("dict", members, indent, &text) { member, inner, text in
        text += "\(inner)<key>\(Self.escaped(member.name))</key>\n"
        write(member.node, indent: inner, into: &text)
      }
    case .array(let nodes):
      list("array", nodes, indent, &text) { node, inner, text in write(node, indent: inner, into: &text) }
    case .boolean(let flag): text += "\(indent)<\(flag)/>\n"
    case .string(let value): text += "\(indent)<string>\(Self.escaped(value))</string>\n"
    case .integer(let number): text += "\(indent)<integer>\(number)</integer>\n"
    case .real(let number): text += "\(indent)<real>\(number)</real>\n"
    case .date(let value): text += "\(indent)<date>\(Self.escaped(value))</date>\n"
    case .data(let bytes):
      let padding = String(repeating: "=", count: (3 - bytes.count % 3) % 3)
      let body = Base64URL.encode(bytes).replacing("-", with: "+").replacing("_", with: "/")
      text += "\(indent)<data>\(body)\(padding)</data>\n"
    }
  }

  private func list<Element>(
    _ name: String, _ elements: [Element], _ indent: String, _ text: inout String,
    _ item: (Element, String, inout String) -> Void
  ) {
    guard !elements.isEmpty else {
      text += "\(indent)<\(name)/>\n"
      return
    }
    text += "\(indent)<\(name)>\n"
    for element in elements { item(element, indent + "  ", &text) }
    text += "\(indent)</\(name)>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
