import Crypto
import Foundation

/// A proven link: records under keys of its own in each direction, numbered, none accepted twice.
///
/// Hides headers and traffic content from outsiders and keeps what was recorded closed to whoever captures the shared key
/// later. It does not hide sizes and times. Source: Noise rev. 34 section 11.4 (numbers sent along, for lossy transports).
struct LinkSession {
  /// A larger record would not fit the 16 bits of a fragment's length.
  static let recordLimit = 60_000
  /// Far below the limit of GCM; a link that gets there proves itself anew.
  private static let numberLimit: UInt64 = 1 << 40
  private let sending: SymmetricKey
  private let receiving: SymmetricKey
  private let sendingMarks: SymmetricKey
  private let receivingMarks: SymmetricKey
  private var nextNumber: UInt64 = 0
  private var window = ReplayWindow()
  private var assemblies = FragmentAssemblies()

  init(_ handshake: NoiseHandshake, role: LinkRole) {
    let keys = handshake.split()
    (sending, receiving) =
      role == .initiator ? (keys.initiator, keys.responder) : (keys.responder, keys.initiator)
    func marks(_ key: SymmetricKey) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key, info: Array("mantlet mesh 1 fragments".utf8), outputByteCount: 32)
    }
    (sendingMarks, receivingMarks) = (marks(sending), marks(receiving))
  }

  /// One record as datagrams of at most `mtu` bytes.
  ///
  /// - Throws: ``MeshRefusal/linkExhausted``, ``MeshRefusal/malformed`` for a record that is too large.
  mutating func seal(_ record: [UInt8], mtu: Int) throws(MeshRefusal) -> [[UInt8]] {
    guard record.count <= Self.recordLimit else { throw .malformed }
    guard nextNumber < Self.numberLimit else { throw .linkExhausted }
    let number = nextNumber
    nextNumber += 1
    var whole: [UInt8] = []
    whole.reserveCapacity(record.count + LinkDatagram.recordOverhead)
    whole.append(3)
    whole.append(bigEndian: UInt16(truncatingIfNeeded: number))
    let header = [UInt8]()
    do {
      try CounterSeal.seal(record, number: number, key: sending, authenticating: header, into: &whole)
    } catch { throw .linkExhausted }
    guard whole.count > mtu else { return [whole] }
    let (sealed, step) = (whole[3...], mtu - LinkDatagram.fragmentOverhead)
    return stride(from: sealed.startIndex, to: sealed.endIndex, by: step).map { place in
      var part: [UInt8] = [4, whole[1], whole[2]]
      part.append(bigEndian: UInt16(place - sealed.startIndex))
      part.append(bigEndian: UInt16(sealed.count))
      part += sealed[place..<min(place + step, sealed.endIndex)]
      return part + Self.mark(part[...], number: number, key: sendingMarks)
    }
  }

  /// The record in this datagram, or that it completes.
  ///
  /// - Throws: ``MeshRefusal/linkTag``, ``MeshRefusal/linkReplay``, ``MeshRefusal/fragment``,
  ///   ``MeshRefusal/assemblyLimit``, ``MeshRefusal/malformed`` for what is no record.
  mutating func open(_ datagram: LinkDatagram, now: MeshTime) throws(MeshRefusal) -> Data? {
    switch datagram {
    case .record(let low, let sealed):
      return try open(sealed, number: window.expanded(low))
    case .fragment(let fragment):
      let number = window.expanded(fragment.number)
      let mark = Self.mark(fragment.covered, number: number, key: receivingMarks)
      guard Self.areEqual(mark, fragment.mark) else { throw .linkTag }
      guard window.isFresh(number) else { throw .linkReplay }
      let whole = try assemblies.add(
        fragment.bytes, number: number, offset: fragment.offset, total: fragment.total, now: now)
      return try whole.map { whole throws(MeshRefusal) in try open(whole[...], number: number) }
    default: throw .malformed
    }
  }

  mutating func expire(_ now: MeshTime) { assemblies.expire(now) }

  private mutating func open(_ sealed: ArraySlice<UInt8>, number: UInt64) throws(MeshRefusal) -> Data {
    guard let record = CounterSeal.open(sealed, number: number, key: receiving, authenticating: [UInt8]()) else {
      throw .linkTag
    }
    guard window.isFresh(number) else { throw .linkReplay }
    window.mark(number)
    return record
  }

  private static func mark(_ bytes: ArraySlice<UInt8>, number: UInt64, key: SymmetricKey) -> [UInt8] {
    var code = HMAC<SHA256>(key: key)
    withUnsafeBytes(of: number.bigEndian) { code.update(data: $0) }
    code.update(data: bytes)
    return Array(code.finalize().prefix(LinkFragment.markByteCount))
  }

  private static func areEqual(_ left: [UInt8], _ right: ArraySlice<UInt8>) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
