import ArgumentParser

/// What `mantlet attest verify` can verify.
enum EvidenceKind: String, ExpressibleByArgument, CaseIterable {
  case appAttest = "app-attest"
  case assertion = "app-attest-assertion"
  case receipt = "app-attest-receipt"
  case androidKey = "android-key"
  case playIntegrity = "play-integrity"

  /// The members of a JSON file that hold such evidence.
  var members: [String] {
    switch self {
    case .appAttest: ["attestationBase64", "attestation"]
    case .assertion: ["assertionBase64", "assertion"]
    case .receipt: ["receiptBase64", "receipt"]
    case .androidKey: ["x5cBase64", "x5c"]
    case .playIntegrity: ["token"]
    }
  }
}
