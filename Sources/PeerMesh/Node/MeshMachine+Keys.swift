import Crypto
import Foundation
import Redaction

/// New keys: announced under the old one when all is well, sealed to each remaining device when one was lost.
extension MeshMachine {
  private static let suite = HPKE.Ciphersuite(kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)

  /// Gives all members a new key, as the mission's authority. The old key seals it: whoever holds the old one gets it, so
  /// this is no answer to a lost device. A key that is to follow can be given out again until its time has come; a frame with
  /// it counts for a day.
  ///
  /// - Throws: ``MeshError/notTheAuthority``, ``MeshError/keyExpired``, ``MeshError/keyRolledBack(epoch:)``,
  ///   ``MeshError/suiteMismatch``, ``MeshError/signing(_:)``, ``MeshError/sealingFailed``, ``MeshError/noKey``.
  public mutating func rotate(
    to key: MeshKey, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) throws(MeshError) -> [MeshEffect] {
    follow(now)
    try checkAuthority(of: key)
    if let last = key.notAfter, now > last { throw .keyExpired }
    let turned = try turned(to: key, now: now)
    let record = MeshKeyRecord.bytes(of: key).withExposedBytes { Array($0) }
    try send(record, kind: .rotation, now: now)
    flush(now)
    take(turned, becauseOfLoss: false, now: now, using: &generator)
    flush(now)
    defer { effects = [] }
    return effects
  }

  /// Gives known devices but the excluded ones a new key, sealed to each one's own agreement key, and stops accepting
  /// anything else under the old key. Members that are not known here must get the key by QR code.
  ///
  /// Whoever holds a lost phone holds the old key and can announce any number of devices with it. So a device that was
  /// first heard since the loss gets the new key only if a person confirmed it; those left out are named in a notice.
  ///
  /// - Parameters:
  ///   - excluded: ids of lost devices, see ``MeshDeviceKey/id``.
  ///   - lostSince: the earliest moment at which one of them may have been in wrong hands.
  /// - Throws: as ``rotate(to:now:using:)``; ``MeshError/keyNotYetValid`` for a key that is to follow later.
  public mutating func exclude(
    _ excluded: Set<[UInt8]>, lostSince: MeshTime, newKey key: MeshKey, now: MeshTime,
    using generator: inout some RandomNumberGenerator
  ) throws(MeshError) -> [MeshEffect] {
    follow(now)
    try checkAuthority(of: key)
    try key.checkTime(at: now)
    let condemned = try keyring.rotated(to: key, graceUntil: now + limits.grace, condemned: true)
    // All of them before the first one goes: a signer that fails in between would leave a mission with two keys.
    var (leftOut, frames) = ([KnownPeer](), [SealedFrame]())
    for peer in book.all where !excluded.contains(peer.device.id) {
      // A key of small order, which an earlier version may have kept, would hand the new key to everybody.
      guard peer.pinning == .confirmed || peer.firstHeard < lostSince, KeyAgreement.isUsable(peer.agreementKey) else {
        leftOut.append(peer)
        continue
      }
      let sealed = try Self.sealed(key, to: peer, under: keyring.current.id)
      frames.append(try self.sealed(sealed, kind: .exclusion, now: now))
    }
    for (place, frame) in frames.enumerated() {
      spread(frame, hops: UInt8(limits.hops), now: now, due: Self.paced(place, from: now))
    }
    if !leftOut.isEmpty { effects.append(.notice(.leftOut(leftOut))) }
    for peer in book.all where excluded.contains(peer.device.id) { book.forget(uid: peer.uid) }
    flush(now)
    take(condemned, becauseOfLoss: true, now: now, using: &generator)
    flush(now)
    defer { effects = [] }
    return effects
  }

  private func checkAuthority(of key: MeshKey) throws(MeshError) {
    guard keyring.current.authority == device.signer.publicKey, key.mission == keyring.current.mission else {
      throw .notTheAuthority
    }
  }

  /// Recipient 16, encapsulated key 32, sealed record.
  private static func sealed(_ key: MeshKey, to peer: KnownPeer, under old: MeshKeyID) throws(MeshError) -> [UInt8] {
    guard let recipient = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: peer.agreementKey),
      var sender = try? HPKE.Sender(
        recipientKey: recipient, ciphersuite: suite, info: Data(info(for: peer.device.id, under: old)))
    else { throw .sealingFailed }
    let record = MeshKeyRecord.bytes(of: key)
    guard let sealed = record.withExposedBytes({ try? sender.seal(Data($0)) }) else { throw .sealingFailed }
    return peer.device.id + sender.encapsulatedKey + sealed
  }

  private static func info(for recipient: [UInt8], under old: MeshKeyID) -> [UInt8] {
    var info = Array("mantlet mesh 1 exclusion".utf8)
    info.append(bigEndian: old.number)
    return info + recipient
  }

  /// A new key for all, from the authority.
  mutating func rotate(
    _ signature: FrameSignature, under old: MeshKey, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    try install(Secret(copying: signature.body), under: old, becauseOfLoss: false, now: now, using: &generator)
  }

  /// A new key for one device, from the authority.
  mutating func replace(
    _ signature: FrameSignature, under old: MeshKey, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    let (own, body) = (device.signer.publicKey.id, signature.body)
    guard body.starts(with: own) else { return }
    guard body.count > 48, let key = device.agreementPrivateKey,
      var recipient = try? HPKE.Recipient(
        privateKey: key, ciphersuite: Self.suite, info: Data(Self.info(for: own, under: old.id)),
        encapsulatedKey: Data(body[16..<48])),
      let record = try? recipient.open(Data(body[48...]))
    else { throw .rekey }
    try install(Secret(copying: record), under: old, becauseOfLoss: true, now: now, using: &generator)
  }

  private mutating func install(
    _ record: consuming Secret, under old: MeshKey, becauseOfLoss: Bool, now: MeshTime,
    using generator: inout some RandomNumberGenerator
  ) throws(MeshRefusal) {
    guard let key = try? MeshKeyRecord.key(reading: record), key.mission == old.mission else { throw .rekey }
    // A key that is here already came by another way.
    guard !keyring.entries.contains(where: { $0.key.id == key.id }) else { return }
    let turned =
      becauseOfLoss
      ? try? keyring.rotated(to: key, graceUntil: now + limits.grace, condemned: true) : try? turned(to: key, now: now)
    guard let turned else { throw .rekey }
    take(turned, becauseOfLoss: becauseOfLoss, now: now, using: &generator)
  }

  private func turned(to key: MeshKey, now: MeshTime) throws(MeshError) -> MeshKeyring {
    now < key.notBefore ?? .min
      ? try keyring.awaiting(key) : try keyring.rotated(to: key, graceUntil: now + limits.grace)
  }

  /// A next key whose time has come, former keys whose time is over.
  mutating func advanceKeys(_ now: MeshTime, using generator: inout some RandomNumberGenerator) {
    guard keyring.entries.count > 1 else { return }
    let turned = keyring.advanced(at: now, grace: limits.grace)
    guard turned.entries.count != keyring.entries.count || turned.current.id != keyring.current.id else { return }
    take(turned, becauseOfLoss: false, now: now, using: &generator)
  }

  private mutating func take(
    _ turned: MeshKeyring, becauseOfLoss: Bool, now: MeshTime, using generator: inout some RandomNumberGenerator
  ) {
    let isNew = turned.current.id != keyring.current.id
    keyring = turned
    effects.append(.keep(kept(floor: max(keptFloor, replays.latest))))
    guard isNew else { return }
    let condemned = turned.entries.filter { $0.standing == .condemned }.map(\.key.id)
    // No member that follows accepts them; they would only fill what is kept.
    kept.removeAll { condemned.contains($0.keyID) && $0.kind != .exclusion }
    if becauseOfLoss {
      // Senders that the lost device invented would keep everybody's new names out.
      replays.forget(under: condemned)
      for link in links.values { link.newcomers = TokenBucket(limits.newcomers, now: now) }
    }
    sealer = FrameSealer(turned.current, signer: device.signer, boot: generator.next())
    effects.append(.notice(.keyChanged(epoch: turned.current.epoch, becauseOfLoss: becauseOfLoss)))
    for link in Array(links.values) where link.description.role == .initiator && link.isProven {
      link.upgrade = now + Self.upgradePause
      offer(on: link, keys: offeredKeys(on: link, now), now: now, using: &generator)
    }
  }
}
