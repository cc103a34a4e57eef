/// How a mission's messages are protected. A key is made for one suite and refused by the other.
public enum MeshSuite: UInt8, Sendable, Hashable, CaseIterable {
  /// AES-256-GCM under one shared key, HMAC answers to a challenge: see ``SeedSuite`` for what that lacks. Only for
  /// talking to devices that know nothing better; every way to it is labelled `insecureSeedSuite`.
  case seed = 0
  /// `Noise_NNpsk0_25519_AESGCM_SHA256` on each link, a key per sender and boot across the mesh. The default.
  case noise = 1
}
