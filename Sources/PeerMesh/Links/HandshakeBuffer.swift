/// Collects one handshake message of known length on a link that has proven nothing: at most 58 bytes, in order, one
/// at a time. Whoever sends offset zero starts over.
package struct HandshakeBuffer: Sendable {
  private let count: Int
  private var bytes: [UInt8] = []

  package init(count: Int) { self.count = count }

  /// The message once it is whole.
  package mutating func add(_ part: ArraySlice<UInt8>, at offset: Int) -> [UInt8]? {
    if offset == 0 { bytes = [] }
    guard offset == bytes.count, offset + part.count <= count else { return nil }
    bytes += part
    guard bytes.count == count else { return nil }
    defer { bytes = [] }
    return bytes
  }
}
