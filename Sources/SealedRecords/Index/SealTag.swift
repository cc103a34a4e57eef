/// The authentication tag of a sealed row or node. Whoever has no key cannot make a second sealed value with the same
/// tag, so a tag that is kept in a sealed place stands for the whole value.
struct SealTag: Hashable, Sendable {
  /// In a sealed place: nothing fits here any more, whatever is put back.
  static let givenUp = SealTag(high: 0, low: 0)

  var high: UInt64
  var low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The last 16 bytes, of which there must be as many.
  init(endOf sealed: UnsafeRawBufferPointer) {
    let start = sealed.count - 16
    high = UInt64(bigEndian: sealed.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    low = UInt64(bigEndian: sealed.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
  }
}
