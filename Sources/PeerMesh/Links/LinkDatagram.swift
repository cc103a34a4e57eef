/// What travels on a link, before anything about it is believed. First byte: what follows.
package enum LinkDatagram: Sendable, Hashable {
  /// A part of the first (1) or second (2) message of a handshake: offset 1, bytes.
  case hello(offset: Int, bytes: ArraySlice<UInt8>)
  case answer(offset: Int, bytes: ArraySlice<UInt8>)
  /// A whole record (3): low 16 bits of its number, ciphertext and tag.
  case record(number: UInt16, sealed: ArraySlice<UInt8>)
  /// A part of a record (4): number 2, offset 2, total 2, bytes, mark 8 over all before it.
  case fragment(LinkFragment)
  /// No key of the receiver fits the hello (5) whose ephemeral key begins so (8): who has not seen it cannot refuse it.
  case refusal(of: ArraySlice<UInt8>)
  /// What the other side of a proven link has (6): a ``LinkReport`` with its mark of 8.
  case report(covered: ArraySlice<UInt8>, mark: ArraySlice<UInt8>)

  /// Whether it is a whole record.
  var isRecord: Bool { if case .record = self { true } else { false } }

  static let refusedByteCount = 8
  package static let recordOverhead = 3 + 16
  package static let fragmentOverhead = 7 + LinkFragment.markByteCount

  /// - Throws: ``MeshRefusal/malformed``.
  package init(reading bytes: [UInt8]) throws(MeshRefusal) {
    func number(_ place: Int) -> UInt16 { UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]) }
    switch bytes.first {
    case 1 where bytes.count > 2: self = .hello(offset: Int(bytes[1]), bytes: bytes[2...])
    case 2 where bytes.count > 2: self = .answer(offset: Int(bytes[1]), bytes: bytes[2...])
    case 3 where bytes.count >= Self.recordOverhead: self = .record(number: number(1), sealed: bytes[3...])
    case 4 where bytes.count > Self.fragmentOverhead:
      let end = bytes.count - LinkFragment.markByteCount
      let fragment = LinkFragment(
        number: number(1), offset: Int(number(3)), total: Int(number(5)), bytes: bytes[7..<end],
        covered: bytes[..<end], mark: bytes[end...])
      guard fragment.offset + fragment.bytes.count <= fragment.total else { throw .malformed }
      self = .fragment(fragment)
    case 5 where bytes.count == 1 + Self.refusedByteCount: self = .refusal(of: bytes[1...])
    case 6 where bytes.count >= LinkReport.overhead:
      let end = bytes.count - LinkFragment.markByteCount
      self = .report(covered: bytes[..<end], mark: bytes[end...])
    default: throw .malformed
    }
  }

  /// The place of a datagram's bytes in the sealed record. It must be one that we made: a whole record or a fragment.
  static func range(of datagram: [UInt8]) -> Range<Int> {
    guard datagram[0] == 4 else { return 0..<datagram.count - 3 }
    let start = Int(datagram[3]) << 8 | Int(datagram[4])
    return start..<start + datagram.count - fragmentOverhead
  }

  /// A handshake message in datagrams of at most `mtu` bytes.
  static func split(_ message: [UInt8], type: UInt8, mtu: Int) -> [[UInt8]] {
    let step = mtu - 2
    return stride(from: 0, to: message.count, by: step).map { place in
      [type, UInt8(place)] + message[place..<min(place + step, message.count)]
    }
  }
}
