/// Collects one handshake message of known length on a link that has proven nothing: at most 58 bytes, one message at a
/// time, its parts in any order and from any of its repetitions. A part that contradicts what is there starts over.
package struct HandshakeBuffer: Sendable {
  private let count: Int
  private var bytes: [UInt8?] = []

  package init(count: Int) { self.count = count }

  /// The message once it is whole.
  package mutating func add(_ part: ArraySlice<UInt8>, at offset: Int) -> [UInt8]? {
    guard offset >= 0, offset + part.count <= count else { return nil }
    let isNew = zip(bytes.dropFirst(offset), part).contains { $0 != nil && $0 != $1 }
    if bytes.isEmpty || isNew { bytes = [UInt8?](repeating: nil, count: count) }
    bytes.replaceSubrange(offset..<offset + part.count, with: part.map(Optional.some))
    let whole = bytes.compactMap(\.self)
    guard whole.count == count else { return nil }
    bytes = []
    return whole
  }
}
