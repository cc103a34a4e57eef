/// The authentication tag of a sealed row or node. Whoever has no key cannot make a second sealed value with the same
/// tag, so a tag that is kept in a sealed place stands for the whole value.
struct SealTag: Hashable, Sendable {
  /// In a sealed place: nothing fits here any more, whatever is put back.
  static let givenUp = SealTag(high: 0, low: 0)

  var high: UInt64
  var low: UInt64
}
