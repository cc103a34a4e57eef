import X509

/// What a certificate of the tests is for.
enum TestUsage {
  case clientAuth, serverAuth

  var usage: ExtendedKeyUsage.Usage {
    switch self {
    case .clientAuth: .clientAuth
    case .serverAuth: .serverAuth
    }
  }
}
