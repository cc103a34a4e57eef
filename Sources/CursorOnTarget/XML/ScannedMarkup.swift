/// What a scanner found in its bytes, in the order of the tags. Names and values stay in the bytes until somebody asks for
/// them: most are compared, or become a number or a time, and need no text of their own.
final class ScannedMarkup {
  enum Node {
    case element(Tag)
    case text(Text)
  }

  struct Tag {
    /// In the bytes.
    let name: Range<Int>
    /// Among all attributes.
    let attributes: Range<Int>
    /// Among all nodes: everything between the tags.
    let content: Range<Int>
  }

  struct Attribute {
    /// In the bytes.
    let name: Range<Int>
    let value: Text
  }

  enum Text {
    /// In the bytes, as it is meant: printable ASCII.
    case plain(Range<Int>)
    /// Among the texts that were written anew, for their references, line breaks or letters beyond ASCII.
    case written(Int)
  }

  let bytes: [UInt8]
  let nodes: [Node]
  let attributes: [Attribute]
  private let written: [CoTText]

  init(bytes: [UInt8], nodes: [Node], attributes: [Attribute], written: [CoTText]) {
    self.bytes = bytes
    self.nodes = nodes
    self.attributes = attributes
    self.written = written
  }

  func attribute(_ place: Int) -> CoTAttribute {
    CoTAttribute(known: bytes.string(attributes[place].name), text(attributes[place].value))
  }

  func text(_ text: Text) -> CoTText {
    switch text {
    case .plain(let part): CoTText(judged: bytes.string(part))
    case .written(let place): written[place]
    }
  }

  func isBlank(_ text: Text) -> Bool {
    switch text {
    case .plain(let part): bytes[part].allSatisfy { $0 == 0x20 }
    case .written(let place): written[place].isBlank
    }
  }

  /// The text where it is one line and not too long.
  func line(_ text: Text) -> CoTLine? {
    switch text {
    case .plain(let part): part.count > CoTLine.maximumBytes ? nil : CoTLine(judged: bytes.string(part))
    case .written(let place): CoTLine(written[place])
    }
  }

  func withBytes<Result>(of text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch text {
    case .plain(let part):
      return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[part])) }
    case .written(let place):
      var text = written[place].description
      return text.withUTF8(body)
    }
  }
}
