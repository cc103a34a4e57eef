/// A part of a record that is larger than the link's MTU.
package struct LinkFragment: Sendable, Hashable {
  package static let markByteCount = 8
  package let number: UInt16
  package let offset: Int
  package let total: Int
  package let bytes: ArraySlice<UInt8>
  /// Everything that the mark covers: the length of the whole is thereby authenticated before a byte is kept.
  let covered: ArraySlice<UInt8>
  let mark: ArraySlice<UInt8>
}
