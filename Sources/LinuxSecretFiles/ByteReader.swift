import SecretStorage

/// Walks through bytes of a file, never past their end: nil is an answer, a crash is not.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  /// The range of the next `count` bytes.
  mutating func range(_ count: Int) -> Range<Int>? {
    guard count >= 0, bytes.count - offset >= count else { return nil }
    defer { offset += count }
    return offset..<(offset + count)
  }

  mutating func array(_ count: Int) -> [UInt8]? { range(count).map { Array(bytes[$0]) } }

  mutating func byte() -> UInt8? { range(1).map { bytes[$0.lowerBound] } }

  /// A big-endian number of up to 8 bytes.
  mutating func number(_ count: Int) -> UInt64? {
    range(count).map { bytes[$0].reduce(0) { $0 << 8 | UInt64($1) } }
  }

  /// A name with its length before it.
  mutating func name() -> SecretName? {
    guard let count = byte(), let text = array(Int(count)) else { return nil }
    return SecretName(String(decoding: text, as: UTF8.self))
  }
}
