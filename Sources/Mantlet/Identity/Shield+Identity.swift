import NetworkTrust
import SecretStorage
import SecurityPolicy

extension Shield {
  /// Who this app is towards a server that asks for a certificate: imports it, has it issued, renews it.
  ///
  /// It rests in the secret store (``SecretStorage/SecretStore``) under the policy's storage section, its key in
  /// hardware where the adapters make keys there. Every wipe takes it, so a logout and another account end it: ask again
  /// after each login, and do not hold on to the result. While a wipe runs it throws ``IdentityError``.
  /// The transport shows the new identity with its next connection.
  public nonisolated var clientIdentity: ClientIdentityKeeper { openIdentity.keeper }

  /// The identity for a transport that is made before the shield: it only reads, and once until it is told to forget.
  static func identitySource(
    in secrets: any SecretStore, keys: (any ClientKeySource)? = nil, under policy: StorageRequirement
  ) -> KnownIdentity {
    let store = StoredClientIdentity(store: secrets, access: AccessRequirement(policy))
    return KnownIdentity(ClientIdentityKeeper(store: store, keys: keys))
  }
}
