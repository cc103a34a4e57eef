#if LinuxClient
  import NIOSSL
  import NetworkTrust

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The anchors that a Linux system keeps in one PEM file.
  ///
  /// Whoever may write the file decides whom the platform trusts; the pins hold against that.
  public enum SystemAnchors {
    /// Debian's place, which Alpine, Arch and Ubuntu share.
    public static let defaultPath = "/etc/ssl/certs/ca-certificates.crt"

    /// - Returns: ``TrustAnchors/platform(_:)``.
    /// - Throws: ``NetworkError/anchorsUnavailable(errno:)`` when the file cannot be read or holds no certificate.
    public static func load(path: String = defaultPath) throws(NetworkError) -> TrustAnchors {
      guard access(path, R_OK) == 0 else { throw .anchorsUnavailable(errno: errno) }
      do {
        let anchors = TrustAnchors.readable(among: try NIOSSLCertificate.fromPEMFile(path).map { try $0.toDERBytes() })
        guard anchors != .platform([]) else { throw NetworkError.anchorsUnavailable(errno: 0) }
        return anchors
      } catch {
        throw .anchorsUnavailable(errno: 0)
      }
    }
  }
#endif
