/// Which of the two kinds of receipt it is.
public enum AppReceiptKind: String, Sendable, Hashable, CaseIterable {
  /// The one inside an attestation.
  case attestation = "ATTEST"
  /// One that Apple gave in exchange for an older one; it carries the risk metric.
  case exchanged = "RECEIPT"
}
