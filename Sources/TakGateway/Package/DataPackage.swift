public import Foundation
package import NetworkTrust
import Redaction
import UntrustedInput
import X509

/// A data package (`.zip`) of ATAK, iTAK, pytak or a hand that packed it again: where a TAK server is, whom to trust there
/// and who we are.
///
/// Claim: it is read in memory by the last parts of paths and never unpacked to disk; only certificates that say that they
/// are an authority's become anchors; a server without TLS is refused; all its files together take no more rounds of
/// key derivation than one may; and nothing is kept before somebody saw the ``preview(at:)``.
///
/// Not protected: whoever had the file before has the same key, for its password stands inside. That a package is genuine
/// is for a person to find out, by the authority's fingerprint.
/// Source: TR-03161-1 O.Source_1; MASVS-PLATFORM-1; CWE-22, CWE-319, CWE-400.
public struct DataPackage: Sendable {
  public static let maximumBytes = 4 << 20
  static let maximumCertificateFiles = 8
  static let maximumServerCertificates = 8

  public let manifest: PackageManifest?
  let server: PackageServer
  let authorities: [[UInt8]]
  /// The server's own certificate, where the truststore holds exactly one for servers that its authorities signed, and at
  /// most eight for servers at all.
  let serverCertificate: [UInt8]?
  let identity: ClientIdentity?
  private let facts: Set<PackageWarning>

  /// - Throws: ``GatewayError``: `notAPackage`, `noPreferences`, `malformed`, `ambiguous`, `noServer`, `malformedServer`,
  ///   `notSecure`, `tooMany`, `fileMissing`, `passwordMissing`, `unusable` (with `tooManyRounds` where the files
  ///   together ask for more than `PKCS12File.maximumRounds`), `noAuthority`.
  public init(_ zip: [UInt8]) throws(GatewayError) {
    var budget = RoundBudget(PKCS12File.maximumRounds)
    try self.init(zip, within: &budget)
  }

  /// - Parameter budget: what opening all files of the package may cost.
  package init(_ zip: [UInt8], within budget: inout RoundBudget) throws(GatewayError) {
    var files = try PackageFiles(zip)
    manifest = try files.manifest.map { bytes throws(GatewayError) in try PackageManifest(bytes) }
    guard !files.preferences.isEmpty else { throw .noPreferences }
    let servers = try PackagePreferences(files.preferences).servers()
    // O.Ntwk_1#930: a connection without TLS is never made, whatever the package says.
    guard let server = servers.first(where: \.address.isSecure) else { throw .notSecure }
    self.server = server
    var facts: Set<PackageWarning> = []
    if servers.contains(where: { !$0.address.isSecure }) { facts.insert(.plaintextLeftOut) }
    if servers.count(where: \.address.isSecure) > 1 { facts.insert(.leftOut) }
    let (trust, isNamed) = try files.truststore(of: server, within: &budget)
    authorities = trust.authorities()
    guard !authorities.isEmpty else { throw .noAuthority }
    // Before anything is compared with each of them.
    guard authorities.count <= TakServer.maximumAuthorities else {
      throw .tooMany(limit: TakServer.maximumAuthorities)
    }
    serverCertificate = Self.serverCertificate(in: trust, authorities: authorities)
    let client = try files.identity(of: server, within: &budget)
    identity = client?.identity
    // One file for the truststore, one for the client: more belong to somebody or something else.
    if files.others > 0 || files.certificateFiles > (client == nil ? 1 : 2) { facts.insert(.furtherFiles) }
    if !isNamed || client?.isNamed == false { facts.insert(.foundByContent) }
    if server.truststorePassword?.isPublic == true || server.certificatePassword?.isPublic == true {
      facts.insert(.publicPassword)
    }
    self.facts = facts
  }

  /// - Parameter now: the time that the certificate's dates are judged at.
  public func preview(at now: Date) -> PackagePreview {
    var warnings = facts
    if !server.isEnabled { warnings.insert(.notEnabled) }
    let leaf = identity?.certificates.first.flatMap { CertificateFacts($0) }
    if let identity, let leaf {
      if now < identity.notBefore || now > identity.notAfter { warnings.insert(.expired) }
      if now.addingTimeInterval(30 * 86_400) > identity.notAfter { warnings.insert(.expiresSoon) }
      if !leaf.isForClients { warnings.insert(.notForClients) }
      // The package's own issuers count as far as they lead to an authority: else it would vouch for itself.
      let isSigned = leaf.isSigned(by: authorities, over: Array(identity.certificates.dropFirst()))
      if !isSigned { warnings.insert(.foreignIssuer) }
    } else {
      warnings.insert(.noClientCertificate)
    }
    return PackagePreview(
      packageName: manifest?.name, serverName: server.name, endpoint: server.address.endpoint,
      authorities: authorities.compactMap { der in
        CertificateFacts(der).map {
          .init(
            fingerprint: $0.fingerprint, name: $0.commonName ?? "", notAfter: $0.certificate.notValidAfter)
        }
      },
      user: leaf?.commonName, userUntil: identity?.notAfter, callsign: server.callsign, team: server.team,
      role: server.role, isEnabled: server.isEnabled, pinsServer: serverCertificate != nil, warnings: warnings)
  }

  /// What is to be kept, after a person agreed to the preview.
  public func takServer() -> TakServer {
    var server = TakServer(
      endpoint: server.address.endpoint, authorities: authorities, identity: identity, name: server.name,
      callsign: server.callsign, isEnabled: server.isEnabled)
    server.pin = serverCertificate.flatMap { try? ServerPin(certificateDER: $0) }
    return server
  }

  /// Nil also for more certificates of servers than a truststore has a use for: no signature of theirs is looked at.
  private static func serverCertificate(in trust: PKCS12File, authorities: [[UInt8]]) -> [UInt8]? {
    let leaves = Set(trust.certificates.map(\.der)).subtracting(authorities).compactMap { der in
      CertificateFacts(der).flatMap { $0.isForServers ? (der: der, facts: $0) : nil }
    }
    guard leaves.count <= maximumServerCertificates else { return nil }
    let issuers = authorities.compactMap { CertificateFacts($0) }
    let signed = leaves.filter { $0.facts.isSigned(by: issuers) }
    return signed.count == 1 ? signed[0].der : nil
  }
}
