extension PeerAnnouncement {
  /// What this device says.
  init(_ device: MeshDevice) {
    (agreementKey, uid, callsign) = (device.agreementKey, device.uid, device.callsign)
    (team, role, proof) = (device.team, device.role, device.proof)
  }

  /// What this peer said.
  init(_ peer: KnownPeer) {
    (agreementKey, uid, callsign) = (peer.agreementKey, peer.uid, peer.callsign)
    (team, role, proof) = (peer.team, peer.role, peer.proof)
  }
}
