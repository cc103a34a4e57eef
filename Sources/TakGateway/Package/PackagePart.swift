/// The certificate files of a data package.
public enum PackagePart: String, Sendable, Hashable, CustomStringConvertible {
  case truststore = "truststore"
  case clientCertificate = "client certificate"

  public var description: String { rawValue }
}
