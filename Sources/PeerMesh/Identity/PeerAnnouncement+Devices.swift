extension PeerAnnouncement {
  /// What this device says.
  init(_ device: MeshDevice) {
    (agreementKey, uid, callsign) = (device.agreementKey, device.uid, device.callsign)
    (team, role, proof) = (device.team, device.role, device.proof)
  }

  /// What is kept of a confirmed device's over a restart.
  init(_ kept: KeptPeers.Confirmed) {
    (agreementKey, uid, callsign) = (kept.agreementKey, kept.uid, kept.callsign)
    (team, role, proof) = ("", "", nil)
  }
}
