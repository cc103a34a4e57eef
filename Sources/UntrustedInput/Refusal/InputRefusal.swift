/// Why a value that somebody typed, or that came with a link, a page or a file, was refused: something to show beside the
/// field, in German and English, without a word of what came from outside.
///
/// Readers of formats throw ``InputError``, which speaks to developers; readers of values throw this.
/// Source: BSI TR-03161-1 O.Source_1, O.Source_4; WCAG 2.2, success criteria 3.3.1 and 3.3.3.
public struct InputRefusal: Error, Sendable, Hashable {
  public let reason: Reason
  /// The bound that the value broke, where the reason is one.
  public let limit: Int?
  /// Where it happened, counted from 1: characters (Unicode scalars) of a text, bytes of a file.
  public let place: Int?

  public init(_ reason: Reason, limit: Int? = nil, at place: Int? = nil) {
    self.reason = reason
    self.limit = limit
    self.place = place
  }

  // O.Source_4#1255
  /// A sentence for the person who typed the value, with the place behind it where there is one.
  public func message(in language: DisplayLanguage) -> String {
    let texts = reason.texts
    let text = language == .german ? texts.german : texts.english
    let sentence = text.split(separator: "#", omittingEmptySubsequences: false)
      .joined(separator: limit.map(String.init) ?? "?")
    guard let place else { return sentence }
    switch (language, reason.countsBytes) {
    case (.german, true): return "\(sentence) (Byte \(place))"
    case (.german, false): return "\(sentence) (Zeichen \(place))"
    case (.english, true): return "\(sentence) (byte \(place))"
    case (.english, false): return "\(sentence) (character \(place))"
    }
  }
}

extension InputRefusal: CustomStringConvertible {
  public var description: String { message(in: .english) }
}
