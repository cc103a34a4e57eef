import Crypto

/// Marks equal values alike, without showing them: `<email:k3f5a6c2>` stands for one address in every line.
///
/// The label is the first 40 bits of HMAC-SHA256 under a key of the installation (or of one run), over the kind and the
/// bytes as they were written: the same address in two spellings has two labels, and an e-mail and a token never share
/// one. Tokens, keys and the values of names count as one kind, without quotes and scheme: `token=T`, `Bearer T` and
/// `Authorization: Bearer T` have one label. So have values that are hidden whole, in metadata, in header fields and in the
/// facts of a crash report: `<personal:…>` beside the label that the value has in a message, that of a telephone number
/// where its name tells that it is one.
///
/// - Protects against: whoever reads the log, even together with a list of candidates.
/// - Does not protect against: whoever has the key, too. They test candidates: a PIN or a telephone number is found in
///   seconds, a random token is not. With the same key all lines of one person can be joined, which is the purpose;
///   a key for each run keeps days apart. Among a million values two share a label with a probability of about a third.
///
/// Off unless made and handed to ``MaskingRules/init(digests:)``. Source: RFC 2104; O.Source_3, O.Ntwk_8.
public final class ValueDigests: Sendable {
  private let key: Secret

  /// - Parameter key: 32 random bytes or more.
  public init?(key: consuming Secret) {
    guard key.count >= 32 else { return nil }
    self.key = key
  }

  /// The mark of one value.
  func mark(_ kind: MaskedKind, _ bytes: UnsafeRawBufferPointer) -> String {
    // O.Source_3#800
    let domain: MaskedKind = kind == .value || kind == .providerKey ? .token : kind
    var code = key.withExposedBytes { HMAC<SHA256>(key: SymmetricKey(data: $0)) }
    code.update(data: Array("redaction.1.\(domain.rawValue)".utf8) + [0])
    code.update(data: domain == .token ? BareCredential.bytes(of: bytes[...]) : Array(bytes))
    var label = ""
    var bits: UInt64 = 0
    for byte in code.finalize().prefix(5) { bits = bits << 8 | UInt64(byte) }
    for shift in stride(from: 35, through: 0, by: -5) {
      let value = UInt8(truncatingIfNeeded: bits >> UInt64(shift)) & 31
      label.unicodeScalars.append(Unicode.Scalar(value < 26 ? value + 97 : value + 24))
    }
    return "<\(kind.rawValue):\(label)>"
  }
}

extension MaskingRules {
  /// Rules whose marks tell equal values from different ones.
  public init(digests: ValueDigests) {
    self.init { kind, bytes in digests.mark(kind, bytes) }
  }
}
