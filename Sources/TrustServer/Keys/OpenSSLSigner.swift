#if Server && OpenSSL
  import COpenSSL

  /// RS256 by the system's OpenSSL, for a server with the trait `OpenSSL`: a signature is most of what a refresh costs, and
  /// OpenSSL makes one with 2048 bits in less than half the time of swift-crypto's where the processor has AVX-512 IFMA.
  /// Without that, and with 3072 bits (OpenSSL 3.0), both take as long.
  ///
  /// Both make the same bytes: PKCS #1 v1.5 has no randomness. OpenSSL's copy of the key lives as long as this object, and
  /// is overwritten with its end; swift-crypto's copies are its own. Several threads sign at once, each with a context of
  /// its own.
  /// Source: EVP_DigestSign(3), RFC 8017 section 8.2.
  final class OpenSSLSigner: Sendable {
    /// What OpenSSL could not do.
    struct Failure: Error {}

    /// Counted by references; signing only reads it.
    private nonisolated(unsafe) let key: OpaquePointer
    private let size: Int

    /// - Parameter der: an RSA private key in PKCS #1 or PKCS #8.
    init(der: some Collection<UInt8>) throws(Failure) {
      var bytes = Array(der)
      defer { bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) } }
      let read = bytes.withUnsafeBufferPointer { buffer in
        var start = buffer.baseAddress
        return d2i_AutoPrivateKey(nil, &start, buffer.count)
      }
      guard let read else { throw Failure() }
      guard EVP_PKEY_get_base_id(read) == EVP_PKEY_RSA else {
        EVP_PKEY_free(read)
        throw Failure()
      }
      key = read
      size = Int(EVP_PKEY_get_size(read))
    }

    deinit { EVP_PKEY_free(key) }

    func signature(for message: [UInt8]) throws(Failure) -> [UInt8] {
      guard let context = EVP_MD_CTX_new() else { throw Failure() }
      defer { EVP_MD_CTX_free(context) }
      guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 else { throw Failure() }
      var count = size
      let signature = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        guard EVP_DigestSign(context, buffer.baseAddress, &count, message, message.count) == 1 else { return }
        filled = count
      }
      guard signature.count == size else { throw Failure() }
      return signature
    }
  }
#endif
