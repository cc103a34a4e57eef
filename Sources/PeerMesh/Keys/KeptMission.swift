public import Redaction

/// What a device keeps of a mission: its keys, the marks without which a restart would reopen it to replays, and whom a
/// person confirmed. After a restart a confirmed device still has its uid and callsign, and an exclusion still reaches it.
///
/// Bounded: the 128 devices that were heard first of those confirmed; of 512 others only when they were first heard, known
/// with the next message that is kept for the floor. Together less than 40 KiB. Not kept: teams, roles and proofs, which
/// devices say again.
public struct KeptMission: Sendable {
  public var keyring: MeshKeyring
  /// No frame that was sent at or before this time is accepted from a sender not heard since the start.
  public var replayFloor: MeshTime
  var peers = KeptPeers()

  public init(keyring: MeshKeyring, replayFloor: MeshTime = 0) {
    self.keyring = keyring
    self.replayFloor = replayFloor
  }

  init(keyring: MeshKeyring, replayFloor: MeshTime, peers: KeptPeers) {
    self.init(keyring: keyring, replayFloor: replayFloor)
    self.peers = peers
  }

  /// The bytes for a ``MeshKeyStore``: version 2, the keys (see ``StoredKeyring``), the peers (see ``KeptPeers``).
  public func stored() -> Secret {
    let keys = StoredKeyring.bytes(keyring, replayFloor: replayFloor, version: 2)
    let known = peers.bytes
    return Secret(count: keys.count + known.count) { room in
      keys.withExposedBytes { UnsafeMutableRawBufferPointer(rebasing: room[..<keys.count]).copyMemory(from: $0) }
      UnsafeMutableRawBufferPointer(rebasing: room[keys.count...]).copyBytes(from: known)
    }
  }

  /// Also of version 1, which held no peers.
  ///
  /// - Throws: ``MeshError/storeDamaged``.
  public init(stored: borrowing Secret) throws(MeshError) {
    let parsed = stored.withExposedBytes { bytes -> KeptMission? in
      guard let version = bytes.first, let (keyring, floor, end) = StoredKeyring.read(bytes) else { return nil }
      let rest = Array(bytes[end...])
      switch version {
      case 1: return rest.isEmpty ? KeptMission(keyring: keyring, replayFloor: floor) : nil
      case 2: return KeptPeers(rest).map { KeptMission(keyring: keyring, replayFloor: floor, peers: $0) }
      default: return nil
      }
    }
    guard let parsed else { throw .storeDamaged }
    self = parsed
  }
}
