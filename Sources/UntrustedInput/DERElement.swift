/// One DER element: its tag, the bytes of its content, and its exact encoding.
/// Source: ITU-T X.690.
public struct DERElement: Sendable {
  public let tag: ASN1Tag
  public let isConstructed: Bool
  /// What stands between the head and the end; indices are offsets in the input.
  public let content: ArraySlice<UInt8>
  /// Head and content, as they came.
  public let encoded: ArraySlice<UInt8>
  let depth: Int
  let reader: DERReader

  /// Where the element starts in the input.
  public var offset: Int { encoded.startIndex }

  /// The elements in this one.
  ///
  /// - Throws: `malformedBinary`, `tooDeepBinary` or `tooManyValues` of ``InputError``.
  public func children() throws(InputError) -> [DERElement] {
    guard isConstructed else { throw expected("a constructed value") }
    return try reader.readAll(content, depth: depth + 1)
  }

  /// The elements of a value with this tag.
  ///
  /// - Throws: as ``children()``, and `malformedBinary` for another tag.
  public func children(_ tag: ASN1Tag) throws(InputError) -> [DERElement] {
    guard self.tag == tag else { throw expected("another tag") }
    return try children()
  }

  /// The one element in an explicitly tagged value, or in the content of an OCTET STRING.
  ///
  /// - Throws: `malformedBinary` or `tooDeepBinary` of ``InputError``.
  public func inner() throws(InputError) -> DERElement {
    guard depth < reader.maximumDepth else { throw .tooDeepBinary(limit: reader.maximumDepth, offset: offset) }
    guard isConstructed || tag == .octetString else { throw expected("a value around another") }
    return try reader.readOne(content, depth: depth + 1)
  }

  /// What a reader of values throws about this element; `what` is one of our own words.
  public func expected(_ what: String) -> InputError { .malformedBinary(expected: what, offset: offset) }
}
