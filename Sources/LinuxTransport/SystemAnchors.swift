#if LinuxClient
  import Foundation
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

    /// - Returns: ``TrustAnchors/platform(_:)``. What cannot be read in the file costs no other certificate.
    /// - Throws: ``NetworkError/anchorsUnavailable(errno:)`` when the file cannot be read or holds no certificate.
    public static func load(path: String = defaultPath) throws(NetworkError) -> TrustAnchors {
      guard access(path, R_OK) == 0 else { throw .anchorsUnavailable(errno: errno) }
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else { throw .anchorsUnavailable(errno: 0) }
      let anchors = TrustAnchors.readable(among: certificates(in: String(decoding: bytes, as: UTF8.self)))
      guard anchors != .platform([]) else { throw .anchorsUnavailable(errno: 0) }
      return anchors
    }

    /// The bodies of all blocks, whatever stands in them. Source: RFC 7468, section 5.
    private static func certificates(in text: String) -> [[UInt8]] {
      text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { block in
        guard let end = block.range(of: "-----END CERTIFICATE-----") else { return nil }
        return Data(base64Encoded: String(block[..<end.lowerBound]), options: .ignoreUnknownCharacters)
          .map { [UInt8]($0) }
      }
    }
  }
#endif
