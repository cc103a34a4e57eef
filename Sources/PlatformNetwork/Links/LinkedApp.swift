import SecurityPolicy

/// An app that may open links of a site, as both platforms name it.
public struct LinkedApp: Sendable, Hashable {
  /// `TEAM.bundle.id`: ten capital letters and digits, a dot, the bundle identifier.
  public let appleIDs: [String]
  /// Android package names.
  public let packages: [String]
  /// SHA-256 of the certificates that sign the Android app, 64 lower-case hexadecimal digits.
  public let signingDigests: [String]

  /// - Throws: ``PlatformNetworkError/malformedIdentifier``; packages without digests, and digests without packages,
  ///   are none.
  public init(
    appleIDs: [String] = [], packages: [String] = [], signingDigests: [String] = []
  ) throws(PlatformNetworkError) {
    guard appleIDs.allSatisfy(Self.isAppleID), packages.allSatisfy(Self.isPackage),
      signingDigests.allSatisfy(Self.isDigest), packages.isEmpty == signingDigests.isEmpty
    else { throw .malformedIdentifier }
    self.appleIDs = appleIDs
    self.packages = packages
    self.signingDigests = signingDigests
  }

  /// The apps that the server takes for genuine: `origin` of iOS and Android below `server.devices`.
  ///
  /// - Throws: ``PlatformNetworkError/malformedIdentifier``; `incompleteOrigin` for apps without those who sign them,
  ///   and the other way round: a file without them would look like one that was wanted.
  public init(_ server: ServerRequirement) throws(PlatformNetworkError) {
    let apple = server.devices[.ios]?.origin ?? AppOrigin()
    let android = server.devices[.android]?.origin ?? AppOrigin()
    guard apple.apps.isEmpty == apple.teamIDs.isEmpty, android.apps.isEmpty == android.signingDigests.isEmpty else {
      throw .incompleteOrigin
    }
    try self.init(
      appleIDs: apple.teamIDs.flatMap { team in apple.apps.map { "\(team).\($0)" } },
      packages: android.apps, signingDigests: android.signingDigests)
  }

  /// Source: Apple, Supporting associated domains.
  static func isAppleID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count > 11, bytes.count <= 166, bytes[10] == UInt8(ascii: ".") else { return false }
    return bytes[..<10].allSatisfy { HostText.isDigit($0) || (65...90).contains($0) }
      && bytes[11...].allSatisfy { isLetter($0) || HostText.isDigit($0) || $0 == 45 || $0 == 46 }
  }

  /// Source: Android developers, Configure the app module (application id).
  static func isPackage(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count >= 2 && text.utf8.count <= 255
      && parts.allSatisfy { part in
        part.first.map(isLetter) ?? false
          && part.allSatisfy { isLetter($0) || HostText.isDigit($0) || $0 == UInt8(ascii: "_") }
      }
  }

  static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { HostText.isDigit($0) || (97...102).contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
