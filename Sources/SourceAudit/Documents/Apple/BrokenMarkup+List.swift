import UntrustedInput

extension BrokenMarkup {
  /// What the tags of a property list say that the strict reader refuses. Entities stay as they are written; a value
  /// that no tag tells is unknown.
  static func list(of text: String) -> PropertyListNode? {
    guard let root = root(of: text) else { return nil }
    return root.name == "plist" ? root.elements.compactMap { node($0) }.first : node(root)
  }

  private static func node(_ element: MarkupElement) -> PropertyListNode? {
    let place = element.position
    switch element.name {
    case "dict": return PropertyListNode(.dictionary(members(element.elements)), at: place)
    case "array": return PropertyListNode(.array(element.elements.compactMap { node($0) }), at: place)
    case "true", "false": return PropertyListNode(.boolean(element.name == "true"), at: place)
    case "string": return PropertyListNode(.string(element.text), at: place)
    case "integer", "real", "date", "data": return .unknown(at: place)
    default: return nil
    }
  }

  private static func members(_ elements: [MarkupElement]) -> [PropertyListMember] {
    var members: [PropertyListMember] = []
    for (row, key) in elements.enumerated() where key.name == "key" {
      let value = row + 1 < elements.count ? node(elements[row + 1]) : nil
      members.append(PropertyListMember(key.text, value ?? .unknown(at: key.position), at: key.position))
    }
    return members
  }
}
