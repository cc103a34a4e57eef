/// What a platform's file is checked for. The raw value is the rule's id.
@nonexhaustive
public enum PlatformRule: String, Sendable, Hashable, CaseIterable {
  // Any file
  case wrongStructure = "wrong-structure"
  case wrongType = "wrong-type"
  case unknownPart = "unknown-part"
  case badDomain = "bad-domain"
  case domainTwice = "domain-twice"
  case badPin = "bad-pin"
  case noPin = "no-pin"
  case noBackupPin = "no-backup-pin"

  // Android
  case cleartextAllowed = "cleartext-allowed"
  case cleartextNotForbidden = "cleartext-not-forbidden"
  case userAuthorities = "user-authorities"
  case pinsOverridden = "pins-overridden"
  case badExpiry = "bad-expiry"
  case pinsExpired = "pins-expired"
  case pinsExpireSoon = "pins-expire-soon"
  case noAuthority = "no-authority"
  case transparencyOff = "transparency-off"

  // Apple
  case arbitraryLoads = "arbitrary-loads"
  case arbitraryPart = "arbitrary-part"
  case insecureHTTP = "insecure-http"
  case oldTLS = "old-tls"
  case noForwardSecrecy = "no-forward-secrecy"
  case bothPinLists = "both-pin-lists"
  case addressNotPinned = "address-not-pinned"

  // Links
  case tooLarge = "too-large"
  case byteOrderMark = "byte-order-mark"
  case badAppID = "bad-app-id"
  case badPath = "bad-path"
  case olderForm = "older-form"
  case badPackage = "bad-package"
  case badFingerprint = "bad-fingerprint"
  case noRelation = "no-relation"
  case noApp = "no-app"

  // Against the policy
  case hostMissing = "host-missing"
  case hostNotInPolicy = "host-not-in-policy"
  case pinsDiffer = "pins-differ"
  case reachDiffers = "reach-differs"
  case deeperNamesUnpinned = "deeper-names-unpinned"
  case leafKeysAssumed = "leaf-keys-assumed"
  case wrongPinList = "wrong-pin-list"
  case expiryDiffers = "expiry-differs"
  case anchorsDiffer = "anchors-differ"
  case anchorsNotRead = "anchors-not-read"
  case weakerTLS = "weaker-tls"
  case appMissing = "app-missing"
  case appNotInPolicy = "app-not-in-policy"

  // What a policy asks for and no file can say
  case reportOnlyNotWritten = "report-only-not-written"
  case certificatePinsNotWritten = "certificate-pins-not-written"
  case anchorsNotWritten = "anchors-not-written"
  case tlsNotWritten = "tls-not-written"
}
