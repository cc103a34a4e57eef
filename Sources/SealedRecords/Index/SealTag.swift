/// The authentication tag of a sealed row or node. Whoever has no key cannot make a second sealed value with the same
/// tag, so a tag that is kept in a sealed place stands for the whole value.
struct SealTag: Hashable, Sendable {
  var high: UInt64
  var low: UInt64
}
