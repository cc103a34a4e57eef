import DataLifecycle
import Foundation
public import PeerMesh
import Redaction
import SealedRecords
import SecretStorage
public import SecurityPolicy

/// A mission: messages between devices without a server, whose keys go with the person's other data.
///
/// The app gives the node its links. They are no part of the façade: `AppleLink` (in the product `PeerMesh`) brings
/// Bluetooth with it, for which an app must tell its people why, and most apps have no use for it.
extension Shield {
  /// How long the former key of a mission opens what is still under way, in milliseconds.
  private static let grace = MeshLimits().grace

  /// Keeps a mission's key, which a person has confirmed by its fingerprint (`PendingMeshKey.confirm`). A newer key of the
  /// same mission follows the one that is kept. On this device only, readable after the first unlock.
  ///
  /// - Throws: ``ShieldError/missionIsSet`` while another mission is kept, or the node of this one is in use: leave it
  ///   first. ``ShieldError/records(_:)`` when what a former mission left cannot be removed. ``ShieldError/mesh(_:)``
  ///   `keyRolledBack` for a key that is no newer, `keyNotYetValid` and `keyExpired` for one that may not send now,
  ///   `suiteMismatch` for one of the seed's suite. As ``mesh(as:)`` else.
  public func joinMission(_ key: MeshKey) async throws(ShieldError) {
    try await requireMission()
    await turn.take()
    defer { turn.end() }
    let keys = try await missionKeys()
    guard stores.mesh.node == nil else { throw .missionIsSet }
    let kept = try await Self.mission(in: keys)
    if let kept, kept.keyring.current.mission != key.mission { throw .missionIsSet }
    // What an interrupted end of another mission left is not this one's.
    if kept == nil, await eraseMissionRecords() != .holds { throw .records(.unavailable(0)) }
    do throws(MeshError) {
      try key.checkTime(at: meshTime())
      var mission = KeptMission(keyring: try MeshKeyring(key))
      if let kept {
        mission = kept
        mission.keyring = try kept.keyring.rotated(to: key, graceUntil: meshTime() + Self.grace)
      }
      try await keys.save(mission.stored())
    } catch { throw .mesh(error) }
  }

  /// The public keys of this device in the mesh, made if there are none: for whoever makes the mission's key, so that the
  /// mission obeys this device or a key can be sealed to it (`MeshKeyPackage`).
  ///
  /// - Throws: as ``mesh(as:)``.
  public func meshDeviceKey() async throws(ShieldError) -> MeshDeviceCard { MeshDeviceCard(try await meshDevice()) }

  /// The key in a package that was sealed to this device, for ``joinMission(_:)`` once a person confirmed its fingerprint.
  /// The app removes the text, and the file that it came in.
  ///
  /// - Throws: ``ShieldError/mesh(_:)`` with what `MeshKeyPackage.read` throws; as ``mesh(as:)`` else.
  public func missionKey(inPackage text: String) async throws(ShieldError) -> PendingMeshKey {
    let (device, now) = (try await meshDevice(), meshTime())
    do throws(MeshError) { return try MeshKeyPackage.read(text, by: device, now: now) } catch { throw .mesh(error) }
  }

  private func meshDevice() async throws(ShieldError) -> MeshDevice {
    try await requireMission()
    await turn.take()
    defer { turn.end() }
    _ = try await missionKeys()
    do throws(MeshError) {
      return try await StoredMeshDevice(GatedSecrets(gate: gate)).device(as: MeshMember(callsign: "device"))
    } catch { throw .mesh(error) }
  }

  /// This app as a node of the mission that it joined; nil before it joined one. Each call gives the same node until a
  /// logout, a change of account or ``leaveMission()`` ends it: then its links are closed and its events finish.
  ///
  /// While the session is idle the mesh goes on: who is on the way hears and is heard with a locked phone. The keys of the
  /// device are made at the first call and stay the same until they are wiped; they are kept as the mission's are.
  ///
  /// - Parameter member: who the node is; of the first call.
  /// - Throws: ``ShieldError/mesh(_:)``; ``ShieldError/session(_:)`` after the session ended or while the device is taken
  ///   for unsafe; ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func mesh(as member: MeshMember) async throws(ShieldError) -> MeshNode? {
    try await requireMission()
    await turn.take()
    defer { turn.end() }
    let keys = try await missionKeys()
    if let open = stores.mesh.node { return open }
    guard let mission = try await Self.mission(in: keys) else { return nil }
    do throws(MeshError) {
      let device = try await StoredMeshDevice(GatedSecrets(gate: gate)).device(as: member)
      let node = MeshNode(
        device: device, mission: mission, store: keys, now: meshTime, random: { .random(in: .min ... .max) })
      stores.mesh.keep(node)
      return node
    } catch { throw .mesh(error) }
  }

  /// Ends the mission on this device, and nothing else: the node, its keys in memory, what is kept of it, messages and
  /// contacts included. The device's own keys go, too: in the next mission it is somebody else.
  ///
  /// - Returns: `.holds` when the stores were read back and are empty.
  /// - Throws: ``ShieldError/lifecycle(_:)`` while a wipe is pending.
  public func leaveMission() async throws(ShieldError) -> Verdict {
    try await admit()
    await turn.take()
    defer { turn.end() }
    let keys = try await missionKeys()
    await stores.mesh.end()
    let verdict = await MissionWipe.wipe(keys)
    guard verdict == .holds else { return verdict }
    let device = await StoredMeshDevice(GatedSecrets(gate: gate)).wipe()
    let records = await eraseMissionRecords()
    return device == .holds ? records : device
  }

  /// The name of the mission that this device is in; nil without one.
  func missionName() async throws(ShieldError) -> String? {
    try await Self.mission(in: StoredMeshKeys(GatedSecrets(gate: gate)))?.keyring.current.mission
  }

  func requireMission() async throws(ShieldError) {
    try await requireUnlockable()
    try await admit()
  }

  /// Called in the shield's turn, so no wipe begins before the node is known. The store goes on with the next person: a
  /// login where nobody was signed in ends no node, and one of another person ends it by the wipe.
  private func missionKeys() async throws(ShieldError) -> StoredMeshKeys {
    if gate.current == nil { try await openAccount() }
    guard gate.current != nil else { throw .lifecycle(.wipePending) }
    return StoredMeshKeys(GatedSecrets(gate: gate))
  }

  private static func mission(in keys: StoredMeshKeys) async throws(ShieldError) -> KeptMission? {
    do throws(MeshError) {
      guard let kept = try await keys.load() else { return nil }
      return try KeptMission(stored: kept)
    } catch { throw .mesh(error) }
  }

  private nonisolated var meshTime: @Sendable () -> MeshTime {
    { [now] in MeshTime(now().timeIntervalSince1970 * 1000) }
  }
}
