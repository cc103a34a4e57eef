import Redaction

extension MeshKey {
  /// What two people compare: it covers the key, its suite, epoch, validity, authority and mission.
  public var fingerprint: KeyFingerprint {
    KeyFingerprint(bytes: MeshKeyRecord.bytes(of: self).withExposedBytes { schedule.fingerprint(of: Array($0)) })
  }
}
