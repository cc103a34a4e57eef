/// What the value of a name, or of a header field, is without the scheme in front of it and without blanks and quotes
/// around it: a token in whatever place is the same bytes.
enum BareCredential {
  static func bytes(of value: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    let whole = trimmed(value)
    for scheme in ["bearer", "dpop", "basic"] {
      let rest = whole.dropFirst(scheme.utf8.count)
      guard let gap = rest.first, gap == 32 || gap == 9, whole.lazy.map({ $0 | 32 }).starts(with: scheme.utf8) else {
        continue
      }
      return Array(trimmed(rest))
    }
    return Array(whole)
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var text = text.drop(while: isAround)
    while let last = text.last, isAround(last) { text.removeLast() }
    return text
  }

  private static func isAround(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}
