/// The steps of verification; the raw value is the name that `refusedAt` carries.
@nonexhaustive
public enum AttestationStep: String, Sendable, Hashable, CaseIterable {
  // The form
  /// The bytes have the form that the format asks for.
  case parse
  /// The attestation statement's format is `apple-appattest`.
  case format = "fmt"
  /// The list of certificates has the expected length.
  case certificates = "x5c"
  /// The authenticator data has its fixed part.
  case authenticatorData = "authData"
  /// What follows the fixed part is exactly one map that we understand (iOS 27 and later).
  case extensions
  /// An AuthorizationList holds known tags only.
  case unknownTag = "unknown-tag"

  // The chain
  case chainNames = "chain-name"
  case chainSignatures = "chain-sig"
  /// Certificates above the leaf may sign, and nothing critical in them is unknown.
  case authority = "ca"
  case validity
  /// The last certificate's key is one that we trust.
  case root
  /// The leaf carries the key description.
  case keyDescription = "noext"
  /// No other certificate does: else a device's own key could sign "attestations" of keys that it made up.
  case chainExtension = "chain-extension"
  case revocation = "revoked"

  // What was attested
  case nonce, challenge
  case keyID = "keyId"
  /// The key in the authenticator data is the certified one.
  case coseKey
  case appID = "rpId"
  case counter, aaguid
  case credentialID = "credentialId"
  case receipt, signature
  /// A receipt is about a key of an environment that is accepted; of a key itself `aaguid` says it.
  case environment
  case securityLevel, origin, rootOfTrust
  case application

  // Play Integrity and receipts
  /// The token has the compact form.
  case tokenFormat = "format"
  /// Both algorithms are the fixed ones.
  case algorithm = "alg"
  case decryption = "decrypt"
  case package, requestHash
  case timestamp
}
