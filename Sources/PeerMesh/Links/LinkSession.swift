import Crypto
import Foundation

/// A proven link: records under keys of its own in each direction, numbered, none accepted twice; what was lost goes again.
///
/// Hides headers and traffic content from outsiders and keeps what was recorded closed to whoever captures the shared key
/// later. It does not hide sizes and times. Source: Noise rev. 34 section 11.4 (numbers sent along, for lossy transports).
struct LinkSession {
  /// A larger record would not fit the 16 bits of a fragment's length.
  static let recordLimit = 60_000
  /// Far below the limit of GCM; a link that gets there proves itself anew.
  private static let numberLimit: UInt64 = 1 << 40
  /// From a record to the report about it, so that one report serves many.
  private static let reportPause: MeshTime = 60
  /// A report speaks of 64 records, so half of that may come until the next one.
  private static let reportReach: UInt64 = 32

  /// The keys of one direction.
  private struct Direction {
    let records: SymmetricKey
    /// Begun, so that the work on the key is done once.
    let fragments: HMAC<SHA256>
    let reports: HMAC<SHA256>

    init(_ key: SymmetricKey) {
      func derived(_ label: String) -> HMAC<SHA256> {
        HMAC(
          key: HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, info: Array("mantlet mesh 1 \(label)".utf8), outputByteCount: 32))
      }
      (records, fragments, reports) = (key, derived("fragments"), derived("reports"))
    }
  }

  private let sending: Direction
  private let receiving: Direction
  private let isRepaired: Bool
  private var nextNumber: UInt64 = 0
  private var window = ReplayWindow()
  private var assemblies = FragmentAssemblies()
  private var unconfirmed = UnconfirmedRecords()
  private var reportDue: MeshTime?
  /// What the next report must speak of: the records since the last one, how many and from which number on, and an old
  /// one that came again.
  private var unreported: UInt64 = 0
  private var oldest: UInt64?
  private var doubled: UInt64?

  init(_ handshake: NoiseHandshake, role: LinkRole, isRepaired: Bool) {
    let keys = handshake.split()
    let (own, other) = role == .initiator ? (keys.initiator, keys.responder) : (keys.responder, keys.initiator)
    (sending, receiving, self.isRepaired) = (Direction(own), Direction(other), isRepaired)
  }

  /// One record as datagrams of at most `mtu` bytes.
  ///
  /// - Throws: ``MeshRefusal/linkExhausted``, ``MeshRefusal/malformed`` for a record that is too large.
  mutating func seal(_ record: [UInt8], mtu: Int, now: MeshTime) throws(MeshRefusal) -> [[UInt8]] {
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
      try CounterSeal.seal(record, number: number, key: sending.records, authenticating: header, into: &whole)
    } catch { throw .linkExhausted }
    let datagrams = whole.count > mtu ? fragments(of: whole, number: number, mtu: mtu) : [whole]
    if isRepaired { unconfirmed.add(datagrams, number: number, now: now) }
    return datagrams
  }

  private func fragments(of whole: [UInt8], number: UInt64, mtu: Int) -> [[UInt8]] {
    let (sealed, step) = (whole[3...], mtu - LinkDatagram.fragmentOverhead)
    return stride(from: 0, to: sealed.count, by: step).map { place in
      let range = place..<min(place + step, sealed.count)
      var part: [UInt8] = [4, whole[1], whole[2]]
      part.append(bigEndian: UInt16(range.lowerBound))
      part.append(bigEndian: UInt16(sealed.count))
      part += sealed[range.lowerBound + 3..<range.upperBound + 3]
      return part + Self.mark(part[...], number: number, key: sending.fragments)
    }
  }

  /// The record in this datagram, or that it completes.
  ///
  /// - Throws: ``MeshRefusal/linkTag``, ``MeshRefusal/linkReplay``, ``MeshRefusal/fragment``,
  ///   ``MeshRefusal/tooManyParts``, ``MeshRefusal/malformed`` for what is no record.
  mutating func open(_ datagram: LinkDatagram, now: MeshTime) throws(MeshRefusal) -> Data? {
    switch datagram {
    case .record(let low, let sealed):
      return try open(sealed, number: window.expanded(low), now: now)
    case .fragment(let fragment):
      let number = window.expanded(fragment.number)
      let mark = Self.mark(fragment.covered, number: number, key: receiving.fragments)
      guard Self.areEqual(mark, fragment.mark) else { throw .linkTag }
      let isFresh = window.isFresh(number)
      oweReport(of: number, isFresh: isFresh, now)
      guard isFresh else { throw .linkReplay }
      let whole = try assemblies.add(
        fragment.bytes, number: number, offset: fragment.offset, total: fragment.total, now: now)
      return try whole.map { whole throws(MeshRefusal) in try open(whole[...], number: number, now: now) }
    case .report(let covered, let mark):
      try hear(covered, mark: mark)
      return nil
    default: throw .malformed
    }
  }

  /// When something is due: a report, or a record once more.
  var firstDue: MeshTime? {
    guard let due = unconfirmed.firstDue else { return reportDue }
    return min(due, reportDue ?? .max)
  }

  /// The report that is due; nil if none is.
  mutating func report(mtu: Int, now: MeshTime) -> [UInt8]? {
    guard let due = reportDue, due <= now else { return nil }
    let end: UInt64
    if let again = doubled {
      end = min(window.end, again + Self.reportReach)
      doubled = nil
    } else {
      // The neighbour keeps its last records only: whoever skips numbers gets no report for each 64 of them.
      let kept = window.end - min(window.end, UInt64(UnconfirmedRecords.countLimit))
      end = min(window.end, max(oldest ?? window.end, kept) + 2 * Self.reportReach)
      oldest = end < window.end ? end : nil
    }
    unreported = 0
    reportDue = oldest == nil ? nil : now
    let bytes = LinkReport(
      next: UInt16(truncatingIfNeeded: end), seen: window.seen(below: end),
      gaps: assemblies.gaps(limit: LinkReport.gapLimit + 1), limit: mtu - LinkFragment.markByteCount
    ).bytes
    return bytes + Self.mark(bytes[...], number: end, key: sending.reports)
  }

  /// Datagrams that go once more, unchanged: no nonce seals twice. `pay` says whether the link may carry so much now.
  mutating func repetitions(mtu: Int, now: MeshTime, pay: (Int) -> Bool) -> [[UInt8]] {
    unconfirmed.isEmpty ? [] : unconfirmed.due(now, mtu: mtu, pay: pay)
  }

  /// What the first of the things that are due costs the link; a report goes unless the link is in debt.
  func costDue(_ now: MeshTime) -> Int { reportDue ?? .max <= now ? 0 : unconfirmed.costDue(now) }

  mutating func expire(_ now: MeshTime) { assemblies.expire(now) }

  /// After the clock was set back.
  mutating func shift(by step: MeshTime) {
    unconfirmed.shift(by: step)
    reportDue? += step
  }

  private mutating func oweReport(of number: UInt64, isFresh: Bool, _ now: MeshTime) {
    guard isRepaired else { return }
    unreported += 1
    if reportDue == nil { reportDue = now + Self.reportPause }
    if unreported >= Self.reportReach { reportDue = min(reportDue ?? now, now) }
    if isFresh {
      oldest = min(oldest ?? number, number)
    } else {
      // No report of it was heard. One for all of them: whoever repeats recordings gets no more out than he puts in.
      doubled = min(doubled ?? number, number)
    }
  }

  /// A report names at most what was sent; anything else fails its mark.
  private mutating func hear(_ covered: ArraySlice<UInt8>, mark: ArraySlice<UInt8>) throws(MeshRefusal) {
    let report = try LinkReport(reading: covered)
    let behind = UInt64(UInt16(truncatingIfNeeded: nextNumber) &- report.next)
    guard behind <= nextNumber else { throw .linkTag }
    let next = nextNumber - behind
    guard Self.areEqual(Self.mark(covered, number: next, key: receiving.reports), mark) else { throw .linkTag }
    unconfirmed.confirm(report, next: next)
  }

  private mutating func open(_ sealed: ArraySlice<UInt8>, number: UInt64, now: MeshTime) throws(MeshRefusal) -> Data {
    guard let record = CounterSeal.open(sealed, number: number, key: receiving.records, authenticating: [UInt8]())
    else { throw .linkTag }
    let isFresh = window.isFresh(number)
    oweReport(of: number, isFresh: isFresh, now)
    guard isFresh else { throw .linkReplay }
    window.mark(number)
    return record
  }

  private static func mark(_ bytes: ArraySlice<UInt8>, number: UInt64, key: HMAC<SHA256>) -> [UInt8] {
    var code = key
    withUnsafeBytes(of: number.bigEndian) { code.update(data: $0) }
    code.update(data: bytes)
    return Array(code.finalize().prefix(LinkFragment.markByteCount))
  }

  private static func areEqual(_ left: [UInt8], _ right: ArraySlice<UInt8>) -> Bool {
    left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
