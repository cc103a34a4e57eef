/// What a person should know before a package is imported.
@nonexhaustive
public enum PackageWarning: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  case publicPassword = "the password is one that everybody knows: whoever has the file is this user"
  case notEnabled = "the package wants the connection switched off after the import"
  case leftOut = "the package names further servers, which are left out"
  case furtherFiles = "the package holds further files, which are not imported"
  case plaintextLeftOut = "the package names a server without TLS, which is refused"
  case foundByContent = "the certificate files are not those that the preferences name"
  case expired = "the client certificate is not valid now"
  case notForClients = "the client certificate does not say that it is for clients"
  case foreignIssuer = "the client certificate was not signed by an authority of the truststore"
  case expiresSoon = "the client certificate ends within 30 days"
  case noClientCertificate = "the package brings no client certificate: enrol first"

  public var description: String { rawValue }
}
