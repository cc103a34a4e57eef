/// Turns the BER that Apple's receipts are written in into DER, so that one strict reader is enough.
///
/// Only two liberties of BER are taken away: indefinite lengths, and an OCTET STRING cut into chunks. Every other second
/// spelling is refused, as ``DERReader`` refuses it. The values are not judged; signed parts that came in DER come out
/// byte for byte.
/// Source: ITU-T X.690, sections 8.1.3.6, 8.1.5 and 8.7.3.
public struct BERNormalizer: Sendable {
  /// Most bytes of one input.
  public var maximumBytes: Int
  /// Most levels of constructed values.
  public var maximumDepth: Int

  public init(maximumBytes: Int = 1 << 16, maximumDepth: Int = 16) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
  }

  /// The same value in DER.
  ///
  /// - Throws: `tooLarge`, `tooDeepBinary` or `malformedBinary` of ``InputError``.
  public func der(_ bytes: [UInt8]) throws(InputError) -> [UInt8] {
    guard bytes.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
    var rest = bytes[...]
    let value = try normalizeFirst(&rest, depth: 0)
    guard rest.isEmpty else { throw .malformedBinary(expected: "the end of the input", offset: rest.startIndex) }
    return value
  }

  private func normalizeFirst(_ rest: inout ArraySlice<UInt8>, depth: Int) throws(InputError) -> [UInt8] {
    let start = rest.startIndex
    guard depth <= maximumDepth else { throw .tooDeepBinary(limit: maximumDepth, offset: start) }
    let head = try ASN1Head(at: rest)
    // Two zero bytes end an indefinite length; anywhere else they are no value.
    guard head.tag != ASN1Tag(.universal, 0) else { throw .malformedBinary(expected: "a value", offset: start) }
    let tagBytes = rest[start..<start + head.size - lengthSize(rest, head)]
    rest = rest[(start + head.size)...]
    var content: [UInt8] = []
    if let length = head.length {
      guard length <= rest.count else {
        throw .malformedBinary(expected: "as many bytes as announced", offset: start)
      }
      var inner = rest[rest.startIndex..<rest.startIndex + length]
      rest = rest[inner.endIndex...]
      if !head.isConstructed { return tagBytes + Self.length(length) + inner }
      while !inner.isEmpty { try append(&inner, to: &content, of: head, depth: depth) }
    } else {
      guard head.isConstructed else { throw .malformedBinary(expected: "a definite length", offset: start) }
      while !rest.starts(with: [0, 0]) {
        guard !rest.isEmpty else { throw .malformedBinary(expected: "the end of this value", offset: start) }
        try append(&rest, to: &content, of: head, depth: depth)
      }
      rest = rest.dropFirst(2)
    }
    guard head.tag == .octetString else { return tagBytes + Self.length(content.count) + content }
    return [0x04] + Self.length(content.count) + content
  }

  /// The next value inside `head`: whole, or its content alone where it is a chunk of an OCTET STRING.
  private func append(
    _ rest: inout ArraySlice<UInt8>, to content: inout [UInt8], of head: ASN1Head, depth: Int
  ) throws(InputError) {
    guard head.tag == .octetString else {
      content += try normalizeFirst(&rest, depth: depth + 1)
      return
    }
    let start = rest.startIndex
    let chunk = try ASN1Head(at: rest)
    guard chunk.tag == .octetString, !chunk.isConstructed, let length = chunk.length, length > 0,
      length <= rest.count - chunk.size
    else { throw .malformedBinary(expected: "a chunk of an OCTET STRING", offset: start) }
    content += rest[(start + chunk.size)..<(start + chunk.size + length)]
    rest = rest[(start + chunk.size + length)...]
  }

  private func lengthSize(_ bytes: ArraySlice<UInt8>, _ head: ASN1Head) -> Int {
    // A tag of one byte unless all five low bits are set; then it ends with the first byte below 0x80.
    guard bytes[bytes.startIndex] & 31 == 31 else { return head.size - 1 }
    let tag = bytes.dropFirst().prefix { $0 & 0x80 != 0 }.count + 2
    return head.size - tag
  }

  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 0x80 else { return [UInt8(count)] }
    var bytes: [UInt8] = []
    var rest = count
    while rest > 0 {
      bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    return [0x80 | UInt8(bytes.count)] + bytes
  }
}
