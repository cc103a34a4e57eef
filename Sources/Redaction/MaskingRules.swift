/// Masks what must not stand in a text that is printed: PEM blocks, compact JWS and JWE, credentials after `Bearer`
/// and `DPoP`, the values of names that end in `password`, `pin`, `token`, `secret` and their kin, e-mail addresses.
///
/// - Protects against: these forms reaching a log, a console or an error message by accident.
/// - Does not protect against: names of people, free text, secrets without a name beside them, other encodings of a
///   secret (base64, hexadecimal, percent-encoded separators), or the words after the first blank of a value without
///   quotes. It is a net under ``Sensitivity``, not a replacement.
///
/// In doubt it masks too much: a block or a quoted value that does not end is masked to the end of the text.
/// Time and memory grow linearly with the text, and masking twice gives the same text as masking once.
/// Source: O.Source_3, MASVS-STORAGE-2; RFC 7468 (PEM), RFC 7515 (JWS), RFC 6750 (Bearer), RFC 9449 (DPoP).
public struct MaskingRules: Sendable {
  public init() {}

  /// The text with every recognised secret replaced by its kind. Masking twice changes nothing more.
  public func mask(_ text: String) -> String {
    // O.Source_3#1
    // The order matters: a block is masked before a rule that would stop at the blanks inside it.
    var bytes = Array(text.utf8)
    bytes = PEMMask.apply(bytes)
    bytes = TokenMask.apply(bytes)
    bytes = NamedValueMask.apply(bytes)
    bytes = MailMask.apply(bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
