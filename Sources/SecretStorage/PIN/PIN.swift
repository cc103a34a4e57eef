public import Redaction

/// A PIN as the user typed it: 4 to 16 decimal digits. It is hashed or compared, never stored.
///
/// Like `Password` it is no ``SecretValue``: storing one does not compile; ``PINHash`` is what rests.
/// How many digits a policy asks for is judged where the PIN is chosen.
public struct PIN: SensitiveValue, Sendable, ~Copyable {
  /// How many digits this type accepts; a policy asks for a part of it.
  public static let digitCounts = 4...16

  private let digits: Secret

  /// Nil unless the bytes are 4 to 16 of `0` to `9` in ASCII.
  public init?(_ digits: consuming Secret) {
    let isPIN = digits.withExposedBytes { bytes in
      // Every byte is looked at, so the time tells the length and nothing else.
      var foreign: UInt8 = 0
      for byte in bytes { foreign |= byte &- 0x30 > 9 ? 1 : 0 }
      return foreign == 0
    }
    guard isPIN, Self.digitCounts.contains(digits.count) else { return nil }
    self.digits = digits
  }

  /// Nil unless the text is 4 to 16 of `0` to `9`. The caller's own text is not wiped.
  public init?(copying text: String) { self.init(Secret(copying: text.utf8)) }

  /// Opens the digits, in ASCII, for the time of `body`; the pointer must not leave it.
  public borrowing func withExposedBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try digits.withExposedBytes(body)
  }
}

@available(*, unavailable, message: "a PIN rests nowhere: store its PINHash")
extension PIN: SecretValue {
  /// Not to be called: a PIN is never stored.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    throw .unreadableValue(name)
  }

  /// Not to be called: a PIN is never stored.
  public borrowing func secretForm() -> Secret { Secret(copying: []) }
}
