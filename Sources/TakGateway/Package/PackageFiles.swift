import NetworkTrust
import Redaction
import UntrustedInput

/// The files of a package that count, found by the last part of their path and in memory.
struct PackageFiles: Sendable {
  let manifest: [UInt8]?
  let preferences: [[UInt8]]
  /// Files beside the manifest, the preferences and the certificates.
  let others: Int
  private let archive: ZipArchive
  private let certificates: [ZipEntry]
  /// What came of each file under each password, so that no derivation is paid for twice.
  private var opened: [(entry: ZipEntry, password: PackagePassword, result: Result<PKCS12File, IdentityError>)] = []

  private static let limits = ZipLimits(
    maximumBytes: DataPackage.maximumBytes, maximumEntries: 64, maximumUnpackedBytes: 8 << 20)

  init(_ zip: [UInt8]) throws(GatewayError) {
    do throws(InputError) {
      let archive = try ZipArchive(zip, limits: Self.limits)
      let entries = archive.entries.filter { !$0.isShadow }
      manifest = try archive.entry(named: PackageManifest.fileName).map { entry throws(InputError) in
        try archive.content(of: entry)
      }
      var preferences: [[UInt8]] = []
      for entry in entries where entry.baseName.lowercased().hasSuffix(".pref") {
        preferences.append(try archive.content(of: entry))
      }
      self.preferences = preferences
      certificates = entries.filter { [".p12", ".pfx"].contains($0.baseName.suffix(4).lowercased()) }
      let read = (manifest == nil ? 0 : 1) + preferences.count + certificates.count
      others = entries.count { !$0.path.hasSuffix("/") } - read
      self.archive = archive
    } catch {
      throw .notAPackage(error)
    }
    // The rounds of their key derivation are bounded over all of them; this bounds what is unpacked and read.
    guard certificates.count <= DataPackage.maximumCertificateFiles else {
      throw .tooMany(limit: DataPackage.maximumCertificateFiles)
    }
  }

  var certificateFiles: Int { certificates.count }

  /// The truststore, and whether the preferences name it.
  mutating func truststore(
    of server: PackageServer, within budget: inout RoundBudget
  ) throws(GatewayError) -> (file: PKCS12File, isNamed: Bool) {
    try file(.truststore, named: server.truststore, password: server.truststorePassword, within: &budget) {
      $0.keys.isEmpty && !$0.certificates.isEmpty
    }
  }

  /// Who we are; nil where the package neither names nor holds a file with a key.
  mutating func identity(
    of server: PackageServer, within budget: inout RoundBudget
  ) throws(GatewayError) -> (identity: ClientIdentity, isNamed: Bool)? {
    if server.certificate == nil, server.certificatePassword == nil { return nil }
    let found = try file(
      .clientCertificate, named: server.certificate, password: server.certificatePassword, within: &budget
    ) { !$0.keys.isEmpty }
    do throws(IdentityError) { return (try found.file.identity(), found.isNamed) } catch {
      throw .unusable(.clientCertificate, error)
    }
  }

  /// The file of this name; where there is none, the only one that the password opens and that has the right content.
  private mutating func file(
    _ part: PackagePart, named name: String?, password: PackagePassword?, within budget: inout RoundBudget,
    suits: (PKCS12File) -> Bool
  ) throws(GatewayError) -> (file: PKCS12File, isNamed: Bool) {
    guard let password else { throw .passwordMissing(part) }
    let named = certificates.filter { $0.baseName == name }
    guard named.count <= 1 else { throw .ambiguous }
    if let entry = named.first {
      do throws(IdentityError) { return (try open(entry, password, within: &budget), true) } catch {
        throw .unusable(part, error)
      }
    }
    var found: [PKCS12File] = []
    for entry in certificates {
      do throws(IdentityError) {
        let file = try open(entry, password, within: &budget)
        if suits(file) { found.append(file) }
      } catch {
        // Files that stay closed are passed over. What the costly ones hold nobody knows, and what is found must not
        // depend on which of them came first.
        if case .tooManyRounds = error { throw .unusable(part, error) }
      }
    }
    guard found.count <= 1 else { throw .ambiguous }
    guard let file = found.first else { throw .fileMissing(part) }
    return (file, false)
  }

  private mutating func open(
    _ entry: ZipEntry, _ password: PackagePassword, within budget: inout RoundBudget
  ) throws(IdentityError) -> PKCS12File {
    let known = opened.first { $0.entry == entry && $0.password.secret.isEqual(to: password.secret) }
    if let known { return try known.result.get() }
    let result: Result<PKCS12File, IdentityError>
    do throws(IdentityError) {
      result = .success(try PKCS12File(content(of: entry), password: password.secret, within: &budget))
    } catch {
      result = .failure(error)
    }
    opened.append((entry, password, result))
    return try result.get()
  }

  private func content(of entry: ZipEntry) throws(IdentityError) -> [UInt8] {
    do throws(InputError) { return try archive.content(of: entry) } catch { throw .unreadable(error) }
  }
}
