#if DEBUG
  import Synchronization
#endif

/// Masks what must not stand in a text that is printed.
///
/// - By name: the values of names that end in `password`, `pin`, `token`, `secret` and their kin, in JSON (also inside
///   JSON), queries, header fields of any case, XML elements and command lines, plain or percent-encoded; what stands
///   behind `Authorization` and `Cookie` whatever its scheme, folded lines included; cookies as Foundation prints them;
///   `code`, `key`, `sig` and their kin in the query or the fragment of a URL, from six bytes on; hexadecimal in groups;
///   pairs, payloads of cases, `name` beside `value`, and `dump`, as Swift prints them; names that are coloured for a
///   terminal. A value that is encoded goes as far as it is encoded: `%26` ends no value behind a plain `=`.
/// - By content: e-mail addresses in any script, compact JWS and JWE, credentials after `Bearer`, `DPoP` and `Basic`,
///   keys of providers with a form of their own (`AKIA…`, `ghp_…`, `sk_live_…`), user names and passwords in URLs and in
///   options of curl, PEM blocks (with escaped line breaks, too; to the end of the text where the END line is missing or
///   cut), tokens over a break of lines, telephone numbers, IBANs, card numbers, and any
///   of these in base64 or base64url, twice at most.
/// - Does not protect against: names of people, free text, secrets without a name beside them, other encodings
///   (hexadecimal, compression; in base64 UTF-16 beyond Latin-1 or behind a mark of the byte order), base64 that begins
///   within a word (behind `_`, `-` or a letter that is no part of it), or that is broken within a secret into lines of
///   other lengths than 64 and 76 or with blanks in front, the text of a `<token>` element that begins with a sign, or the
///   words after the first blank of a value without quotes, or `session`, `nonce` and identifiers of devices; a value that
///   stands before its name (`value="…" name="pin"`), and names that go on behind the telling word (`passwordNew`,
///   `pinField`, `PIN-Nr.`); a value in the form of a mark (`password=<secret>`); a payload in brackets of fewer than four
///   bytes, of more than four texts or of anything beside them (`credentials("alice", 7)`), or one whose closing bracket is
///   cut off; pairs, payloads and `name` beside `value` whose quotes are neither plain nor behind backslashes (`%22`,
///   `\x22`, `&quot;`). It is a net under ``Sensitivity``, not a replacement.
///
/// In doubt it masks too much: a block or a quoted value that does not end is masked to the end of the text.
/// One pass; time and memory grow linearly with the text. Masking twice gives the same text as
/// masking once, but for contrived text in which a mark ends what hid another finding.
/// Source: O.Source_3, MASVS-STORAGE-2; RFC 7468 (PEM), RFC 7515 (JWS), RFC 6750 (Bearer), RFC 9449 (DPoP).
public struct MaskingRules: Sendable {
  /// Makes the mark of what was found; nil: the mark of its kind alone.
  let label: (@Sendable (MaskedKind, UnsafeRawBufferPointer) -> String)?

  public init() { label = nil }

  package init(label: @escaping @Sendable (MaskedKind, UnsafeRawBufferPointer) -> String) { self.label = label }

  /// The text with every recognised secret replaced by its kind. A text without any is returned as it is.
  public func mask(_ text: String) -> String { mask(text, isTorn: false) }

  /// - Parameter isTorn: whether the text was cut off a longer one: a secret that only the rest would end is masked, too.
  func mask(_ text: String, isTorn: Bool) -> String {
    // O.Source_3#1
    var text = text
    return text.withUTF8 { bytes -> String? in masked(bytes, Self.scan(bytes, isTorn: isTorn)) } ?? text
  }

  /// What would be masked, from left to right. The bytes need not be valid UTF-8.
  public func leaks(in bytes: UnsafeBufferPointer<UInt8>) -> [Leak] { Self.scan(bytes) }

  /// The bytes with everything found replaced; ``leaks(in:)`` of the same bytes tells what was found.
  public func mask(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { buffer in masked(buffer, Self.scan(buffer)).map { Array($0.utf8) } } ?? bytes
  }

  /// What a name tells of its value, in one look.
  func hint(of name: String) -> NameHint {
    // The shortest number that counts as one of a telephone.
    let number = "=555123"
    var fact = name + number
    return fact.withUTF8 { bytes in
      guard let leak = Self.scan(bytes, stopsAtFirst: true).first else { return .nothing }
      return leak.kind == .phone && leak.range.lowerBound > bytes.count - number.utf8.count ? .phone : .secret
    }
  }

  /// Whether a name tells that its value is a secret, whatever the value looks like.
  func isSecret(_ name: String) -> Bool { hint(of: name) == .secret }

  /// What a text is because of the names that it stands under; nil: what they tell of it is nothing.
  func told(_ text: String, by hint: NameHint) -> MaskedKind? {
    switch hint {
    case .nothing: nil
    // All names of telephone numbers tell the same of a text, and a short one costs least.
    case .phone: told(text, under: "phone")
    case .secret: .value
    }
  }

  /// What a masked text still tells because of the name beside it, as in `"phone": "5551234567"`; nil: nothing.
  ///
  /// Where ``isSecret(_:)`` is false only the names of telephone numbers tell anything, and what has less than six digits
  /// is none: it is not looked at.
  func told(_ text: String, under name: String) -> MaskedKind? {
    var digits = 0
    for byte in text.utf8 where (48...57).contains(byte) { digits += 1 }
    guard digits >= 6 else { return nil }
    var pair = "\"\(name)\": \"\(text)\""
    let start = name.utf8.count + 2
    return pair.withUTF8 { bytes in Self.scan(bytes).first { $0.range.upperBound > start }?.kind }
  }

  /// What stands for a text that is hidden whole, whatever it is: `<word>`, and with digests the label that the text has
  /// in a message, too.
  ///
  /// - Parameters:
  ///   - kind: what the name of the text tells that it is; nil: what it looks like, or else the value of a name.
  ///   - isMasked: whether the text was masked already: a mark keeps the label of what it was. What only looks like a mark
  ///     is hidden as any other text.
  func mark(
    _ word: String = MaskedKind.value.rawValue, as kind: @autoclosure () -> MaskedKind? = nil, isMasked: Bool = false,
    hiding text: @autoclosure () -> String
  ) -> String {
    guard let label else { return "<\(word)>" }
    var text = text()
    let mark = text.withUTF8 { bytes -> String? in
      guard !isMasked || MaskScanner(bytes).endOfMark(0) != bytes.count else { return nil }
      return label(kind() ?? Self.kind(of: bytes), UnsafeRawBufferPointer(bytes))
    }
    guard let mark else { return text }
    return "<" + word + mark.drop { $0 != ":" && $0 != ">" }
  }

  /// What the whole of a text is; the value of a name where only a part of it, or nothing, is recognised.
  private static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> MaskedKind {
    let leaks = scan(bytes)
    return leaks.count == 1 && leaks[0].range == bytes.indices ? leaks[0].kind : .value
  }

  private func masked(_ bytes: UnsafeBufferPointer<UInt8>, _ leaks: [Leak]) -> String? {
    guard !leaks.isEmpty else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var start = 0
    for leak in leaks {
      output.append(contentsOf: bytes[start..<leak.range.lowerBound])
      let mark =
        label?(leak.kind, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[leak.range]))) ?? leak.kind.mark
      output.append(contentsOf: mark.utf8)
      start = leak.range.upperBound
    }
    output.append(contentsOf: bytes[start...])
    return String(decoding: output, as: UTF8.self)
  }

  private static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, stopsAtFirst: Bool = false, isTorn: Bool = false
  ) -> [Leak] {
    // The shortest find: `a@b`.
    guard bytes.count >= 3 else { return [] }
    #if DEBUG
      scanned?.add(bytes.count)
    #endif
    var scanner = MaskScanner(bytes, stopsAtFirst: stopsAtFirst, isTorn: isTorn)
    scanner.run()
    return scanner.seen.found
  }

  #if DEBUG
    /// Adds up the bytes that are handed to scans, for the tests that count what one event costs.
    package final class ScannedBytes: Sendable {
      private let count = Mutex(0)
      package init() {}
      package var value: Int { count.withLock { $0 } }
      func add(_ bytes: Int) { count.withLock { $0 += bytes } }
    }
    @TaskLocal package static var scanned: ScannedBytes?

    /// How many bytes a scan looks at, repeated looks included: the tests of linear time count instead of measuring.
    package static func steps(in text: String) -> Int {
      var steps = 0
      var text = text
      withUnsafeMutablePointer(to: &steps) { steps in
        text.withUTF8 { bytes in
          var scanner = MaskScanner(bytes, meter: StepMeter(steps))
          scanner.run()
        }
      }
      return steps
    }
  #endif
}
