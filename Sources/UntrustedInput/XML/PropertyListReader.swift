/// Reads an Apple property list in its XML form within limits, strictly.
///
/// Protects as ``XMLReader`` does, and against a key that stands twice. It reads neither the binary nor the old text form.
/// Source: `man plist`; PropertyList-1.0.dtd, which is never fetched.
public struct PropertyListReader: Sendable {
  public var maximumBytes: Int
  /// Most levels of dictionaries and arrays.
  public var maximumDepth: Int
  /// As ``XMLReader/allowsDeclarations``: whether the document type may declare what is no entity.
  public var allowsDeclarations: Bool

  public init(maximumBytes: Int = 1 << 20, maximumDepth: Int = 32, allowsDeclarations: Bool = false) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.allowsDeclarations = allowsDeclarations
  }

  /// The one value of the list.
  ///
  /// - Throws: as ``XMLReader/read(_:)``; `duplicateName` also for a key that stands twice in one dictionary.
  public func read(_ bytes: some Collection<UInt8>) throws(InputError) -> PropertyListNode {
    let reader = XMLReader(
      maximumBytes: maximumBytes, maximumDepth: maximumDepth + 1, allowsCDATA: true, allowsExternalDoctype: true,
      allowsDeclarations: allowsDeclarations)
    let root = try reader.read(bytes)
    guard root.name == "plist" else { throw .malformed(expected: "the element plist", at: root.position) }
    let children = try Self.elements(of: root)
    guard let only = children.first, children.count == 1 else {
      throw .malformed(expected: "one value in plist", at: root.position)
    }
    return try Self.node(only)
  }

  /// The elements below; nothing but blanks may stand between them.
  private static func elements(of element: MarkupElement) throws(InputError) -> [MarkupElement] {
    guard isBlank(element.text) else {
      throw .malformed(expected: "nothing but elements in this element", at: element.position)
    }
    return element.elements
  }

  private static func isBlank(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }
  }

  private static func node(_ element: MarkupElement) throws(InputError) -> PropertyListNode {
    let place = element.position
    switch element.name {
    case "dict": return PropertyListNode(.dictionary(try members(of: element)), at: place)
    case "array":
      var nodes: [PropertyListNode] = []
      for child in try elements(of: element) { nodes.append(try node(child)) }
      return PropertyListNode(.array(nodes), at: place)
    case "true", "false":
      guard element.content.isEmpty else { throw .malformed(expected: "an empty element", at: place) }
      return PropertyListNode(.boolean(element.name == "true"), at: place)
    default: break
    }
    guard element.elements.isEmpty else { throw .malformed(expected: "text and no elements", at: place) }
    let text = element.text
    switch element.name {
    case "string": return PropertyListNode(.string(text), at: place)
    case "date": return PropertyListNode(.date(text), at: place)
    case "integer":
      guard let number = Int64(text) else { throw .malformed(expected: "an integer of 64 bits", at: place) }
      return PropertyListNode(.integer(number), at: place)
    case "real":
      guard let number = Double(text), number.isFinite else { throw .malformed(expected: "a number", at: place) }
      return PropertyListNode(.real(number), at: place)
    case "data":
      guard let bytes = bytes(ofBase64: text) else {
        throw .malformed(expected: "base64", at: place)
      }
      return PropertyListNode(.data(bytes), at: place)
    default: throw .malformed(expected: "an element of a property list", at: place)
    }
  }

  /// Blanks may stand anywhere: property lists break their lines.
  private static func bytes(ofBase64 text: String) -> [UInt8]? {
    let written = text.utf8.filter { $0 != 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }
    let padding = written.suffix(2).count { $0 == UInt8(ascii: "=") }
    guard written.count % 4 == 0, !written.contains(UInt8(ascii: "-")), !written.contains(UInt8(ascii: "_")) else {
      return nil
    }
    let body = written.dropLast(padding).map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return try? Base64URL.decode(String(decoding: body, as: UTF8.self))
  }

  private static func members(of element: MarkupElement) throws(InputError) -> [PropertyListMember] {
    let children = try elements(of: element)
    var members: [PropertyListMember] = []
    var names: Set<String> = []
    var index = 0
    while index < children.count {
      let key = children[index]
      guard key.name == "key", key.elements.isEmpty, index + 1 < children.count else {
        throw .malformed(expected: "a key and its value", at: key.position)
      }
      guard names.insert(key.text).inserted else { throw .duplicateName(at: key.position) }
      members.append(PropertyListMember(key.text, try node(children[index + 1]), at: key.position))
      index += 2
    }
    return members
  }
}
