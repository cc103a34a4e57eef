import Foundation

/// Reads big-endian fields from untrusted bytes; every read past the end is nil.
struct ByteFields {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }
  var remaining: Int { bytes.count - place }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, count <= remaining else { return nil }
    defer { place += count }
    return Array(bytes[place..<place + count])
  }

  mutating func rest() -> [UInt8] {
    defer { place = bytes.count }
    return Array(bytes[place...])
  }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
    take(Number.bitWidth / 8).map { $0.reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) } }
  }

  /// A text behind one byte of length, by the rules of ``MeshText``.
  mutating func text(limit: Int, mayBeEmpty: Bool = false) -> String? {
    guard let count = number(UInt8.self), let bytes = take(Int(count)),
      let text = String(validating: bytes, as: UTF8.self),
      MeshText.isAcceptable(text, limit: limit, mayBeEmpty: mayBeEmpty)
    else { return nil }
    return text
  }
}

extension [UInt8] {
  mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// A text behind one byte of length.
  mutating func append(shortText text: String) {
    append(UInt8(truncatingIfNeeded: text.utf8.count))
    append(contentsOf: text.utf8)
  }
}
