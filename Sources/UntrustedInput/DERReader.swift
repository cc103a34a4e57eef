/// Reads DER from outside within limits, strictly, one level at a time.
///
/// Protects against lengths beyond the input, indefinite and needlessly long lengths, needlessly long tags, trailing
/// bytes, deep nesting and too many values. It keeps the exact bytes of each element, because signatures cover those. It
/// does not ask that a SET is sorted and does not judge what the values mean.
///
/// It exists beside swift-asn1 for what that library refuses and real devices send (a BOOLEAN of 0x01, a public key of an
/// unknown kind in a certificate), and because it runs in the fuzzer, which links no package.
/// Source: ITU-T X.690, sections 8.1 and 10.1.
public struct DERReader: Sendable {
  /// Most bytes of one input.
  public var maximumBytes: Int
  /// Most levels below the outermost element.
  public var maximumDepth: Int
  /// Most elements directly in one other.
  public var maximumChildren: Int

  public init(maximumBytes: Int = 1 << 16, maximumDepth: Int = 16, maximumChildren: Int = 256) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.maximumChildren = maximumChildren
  }

  /// The one element that these bytes are.
  ///
  /// - Throws: `tooLarge` or `malformedBinary` of ``InputError``.
  public func read(_ bytes: [UInt8]) throws(InputError) -> DERElement {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    return try readOne(bytes[...], depth: 0)
  }

  func readOne(_ bytes: ArraySlice<UInt8>, depth: Int) throws(InputError) -> DERElement {
    var rest = bytes
    let element = try readFirst(&rest, depth: depth)
    guard rest.isEmpty else { throw .malformedBinary(expected: "the end of the input", offset: rest.startIndex) }
    return element
  }

  func readAll(_ bytes: ArraySlice<UInt8>, depth: Int) throws(InputError) -> [DERElement] {
    guard depth <= maximumDepth else { throw .tooDeepBinary(limit: maximumDepth, offset: bytes.startIndex) }
    var rest = bytes
    var elements: [DERElement] = []
    while !rest.isEmpty {
      guard elements.count < maximumChildren else { throw .tooManyValues(limit: maximumChildren) }
      elements.append(try readFirst(&rest, depth: depth))
    }
    return elements
  }

  private func readFirst(_ rest: inout ArraySlice<UInt8>, depth: Int) throws(InputError) -> DERElement {
    let whole = rest
    let head = try ASN1Head(at: rest)
    guard let length = head.length else {
      throw .malformedBinary(expected: "a definite length", offset: whole.startIndex)
    }
    guard length <= rest.count - head.size else {
      throw .malformedBinary(expected: "as many bytes as announced", offset: whole.startIndex)
    }
    let start = whole.startIndex + head.size
    rest = whole[(start + length)...]
    return DERElement(
      tag: head.tag, isConstructed: head.isConstructed, content: whole[start..<start + length],
      encoded: whole[whole.startIndex..<start + length], depth: depth, reader: self)
  }
}
