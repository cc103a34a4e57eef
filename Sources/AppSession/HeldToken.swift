import Redaction

/// A token in memory: never printed, never coded, zeroed when the last holder lets go.
public final class HeldToken: Sendable, CustomStringConvertible {
  private let secret: Secret

  /// Copies the token's text into locked memory; the caller's own text is not wiped.
  public init(_ text: String) { secret = Secret(copying: text.utf8) }

  /// The token as text, for the one header that carries it.
  public func exposedText() -> String {
    secret.withExposedBytes { String(decoding: $0, as: UTF8.self) }
  }

  public var description: String { "HeldToken(redacted)" }
}
