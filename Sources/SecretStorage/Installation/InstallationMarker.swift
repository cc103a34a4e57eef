public import Redaction
public import SecurityPolicy

/// Tells one installation of the app from the next: the same 16 random bytes in the app's container and in the secret
/// store.
///
/// The container ends with the app, the store (the Keychain) does not: where the two disagree, the store holds
/// leftovers of an installation that is gone. The marker is no secret and proves nothing to a server; a restored
/// backup carries it to another device.
///
/// Layout of version 1, in bytes: magic `MARK` (4), version (1), random (16).
public struct InstallationMarker: PlacedSecretValue, Hashable {
  public static var dataType: DataType { .deviceIdentifier }
  /// Where the marker rests in the store.
  public static let secretName = SecretName(constant: "installation.marker")
  /// The format that this build writes, and the newest that it reads.
  public static let version: UInt8 = 1

  private static let magic = Array("MARK".utf8)
  private static let randomCount = 16

  private let random: [UInt8]

  /// Draws a new marker; the system's generator outside of tests.
  public init(using generator: inout some RandomNumberGenerator) {
    random = (0..<Self.randomCount).map { _ in UInt8(truncatingIfNeeded: generator.next() as UInt64) }
  }

  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes.prefix(Self.magic.count + 2 + Self.randomCount))
    let header = Self.magic + [Self.version]
    guard bytes.count == header.count + Self.randomCount, bytes.starts(with: header) else { return nil }
    random = Array(bytes.dropFirst(header.count))
  }

  /// Reads the stored form.
  ///
  /// - Throws: ``StorageError/unreadableValue(_:)``.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    guard let marker = secret.withExposedBytes({ InstallationMarker($0) }) else { throw .unreadableValue(name) }
    self = marker
  }

  /// The layout above: what a container keeps in a file.
  public var bytes: [UInt8] { Self.magic + [Self.version] + random }

  /// The layout above.
  public func secretForm() -> Secret { Secret(copying: bytes) }
}
