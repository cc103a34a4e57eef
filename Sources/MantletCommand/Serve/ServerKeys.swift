#if Server
  import Redaction

  /// The keys of one server, in their one owner.
  final class ServerKeys: Sendable {
    /// PEM, leaf first; empty for plain HTTP.
    let certificateChain: [UInt8]
    let certificateKey: Secret
    /// PEM; empty lets the server make one, which needs `encryption`.
    let signing: Secret
    /// PEM.
    let login: Secret
    /// 32 bytes.
    let successor: Secret
    /// 32 bytes, or none when signing keys do not lie in the database.
    let encryption: Secret
    /// Empty closes the introspection address.
    let introspection: Secret

    init(
      certificateChain: [UInt8], certificateKey: consuming Secret, signing: consuming Secret, login: consuming Secret,
      successor: consuming Secret, encryption: consuming Secret, introspection: consuming Secret
    ) {
      self.certificateChain = certificateChain
      self.certificateKey = certificateKey
      self.signing = signing
      self.login = login
      self.successor = successor
      self.encryption = encryption
      self.introspection = introspection
    }
  }
#endif
