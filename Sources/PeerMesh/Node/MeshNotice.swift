/// What people should see, and not only a counter.
public enum MeshNotice: Sendable, Hashable {
  /// Somebody near uses another key: another mission, or a member that missed a rotation.
  case foreignPeer(LinkID)
  /// A device claims the uid or callsign that belongs to another key.
  case identityConflict(uid: String, callsign: String, device: MeshDeviceKey)
  /// The mission has a new key.
  case keyChanged(epoch: UInt32, becauseOfLoss: Bool)
  /// These unconfirmed devices did not get the new key of an exclusion: they were first heard since the loss.
  case leftOut([KnownPeer])
  /// The store refused what must be kept: a restart now would reopen this device to replays, or lose a new key.
  case notKept
  /// This device holds no key that is valid now.
  case keyExpired
}
