public import Redaction
public import SecurityPolicy

/// A token as a server gave it: 1 to 16,384 visible ASCII characters.
///
/// Protects against a token that would break out of the header line it is put into. Does not check that it is valid.
/// A `String` that was a token once is not wiped; prefer to read tokens from bytes.
/// Source: RFC 6749 appendix A (VSCHAR); BSI TR-03161-1 O.Auth_13.
public struct TokenText: PlacedSecretValue, SensitiveValue, ~Copyable {
  public static var dataType: DataType { .authenticationToken }
  /// The most characters that a token may have.
  public static let limit = 16 * 1024

  private let text: Secret

  /// Nil unless the bytes are 1 to ``limit`` of `!` to `~`.
  public init?(_ text: consuming Secret) {
    guard (1...Self.limit).contains(text.count), text.withExposedBytes({ $0.allSatisfy { (0x21...0x7E).contains($0) } })
    else { return nil }
    self.text = text
  }

  /// Nil unless the text is 1 to ``limit`` of `!` to `~`. The caller's own text is not wiped.
  public init?(copying text: String) { self.init(Secret(copying: text.utf8)) }

  /// The token in its stored form, which is its text.
  ///
  /// - Throws: ``StorageError/unreadableValue(_:)``.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    guard let token = TokenText(secret) else { throw .unreadableValue(name) }
    self = token
  }

  /// The text, for the time of `body`: to put it into a request. The text must not leave it.
  public borrowing func withExposedText<Result: ~Copyable, Failure: Error>(
    _ body: (String) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try text.withExposedBytes { bytes throws(Failure) in try body(String(decoding: bytes, as: UTF8.self)) }
  }

  /// The text's bytes.
  public borrowing func secretForm() -> Secret { text.duplicate() }
}
