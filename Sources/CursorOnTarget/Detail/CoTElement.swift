/// An element of an event's detail that this house knows nothing more of, or the plain form of one that it knows.
///
/// There is one form of each value: neighbouring texts are joined, and blanks that only divide elements are left out.
/// Names are ASCII without prefix, at most 64 characters.
public struct CoTElement: Sendable, Hashable {
  public let name: String
  public let attributes: [CoTAttribute]
  public let content: [CoTContent]

  /// - Throws: ``CoTError/invalidText`` for a name that is not allowed or an attribute that stands twice.
  public init(_ name: String, attributes: [CoTAttribute] = [], content: [CoTContent] = []) throws(CoTError) {
    guard Self.isName(name), Set(attributes.map(\.name)).count == attributes.count else { throw .invalidText }
    self.init(known: name, attributes: attributes, content: content)
  }

  /// For names of our own and for what the scanner has judged.
  init(known name: String, attributes: [CoTAttribute] = [], content: [CoTContent] = []) {
    self.name = name
    self.attributes = attributes
    self.content =
      switch content.count {
      case 0: content
      case 1 where content[0].isElement: content
      default: content.allSatisfy({ $0.isElement }) ? content : Self.oneForm(content)
      }
  }

  /// The value of the attribute of this name.
  public subscript(name: String) -> CoTText? { attributes.first { $0.name == name }?.value }

  /// The elements directly below.
  public var elements: [CoTElement] {
    content.compactMap {
      guard case .element(let element) = $0 else { return nil }
      return element
    }
  }

  /// The text directly below, joined; nil without any.
  public var text: CoTText? {
    let texts = content.compactMap { part -> String? in
      guard case .text(let text) = part else { return nil }
      return text.description
    }
    return texts.isEmpty ? nil : CoTText(judged: texts.joined())
  }

  private static func oneForm(_ content: [CoTContent]) -> [CoTContent] {
    var joined: [CoTContent] = []
    var hasElements = false
    for part in content {
      switch part {
      case .element: hasElements = true
      case .text(let text):
        if text.description.isEmpty { continue }
        if case .text(let before) = joined.last {
          joined[joined.count - 1] = .text(CoTText(judged: before.description + text.description))
          continue
        }
      }
      joined.append(part)
    }
    guard hasElements else { return joined }
    return joined.filter {
      guard case .text(let text) = $0 else { return true }
      return !text.isBlank
    }
  }

  static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64, isNameStart(first) else { return false }
    return name.utf8.allSatisfy(isNamePart)
  }

  static func isNameStart(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 || byte == UInt8(ascii: "_") }

  static func isNamePart(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || isNameStart(byte) || byte &- 45 < 2
  }
}
