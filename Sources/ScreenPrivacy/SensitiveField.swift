import SecurityPolicy

/// A text field whose content nobody but the app may keep: which traits it needs, and whether it has them.
///
/// - Protects against: a keyboard that learns what is typed and offers it elsewhere, eyes and recorders in the case of
///   secrets, another maker's keyboard in a field with secure entry, which iOS never gives to it, and copying from such a field.
/// - Does not protect against: copying from a field for sensitive words, which are readable; keyboards of other makers
///   in such a field, unless the app refuses them as a whole (``KeyboardRule``).
///
/// Source: BSI TR-03161-1 O.Data_10; MASVS-STORAGE-2, MASVS-PLATFORM-3; CWE-524, CWE-549.
public enum SensitiveField: Sendable, Hashable, CaseIterable {
  case password, newPassword, oneTimeCode
  /// Digits that open the app.
  case pin
  /// Words that the person reads while typing: health data, a name, a message.
  case words

  // O.Data_10#823
  /// What the field has to be set to.
  public var traits: FieldTraits {
    FieldTraits(
      isSecureEntry: self != .words, autocorrects: false, checksSpelling: false, capitalizes: false, isSmart: false,
      predicts: false, offersWritingTools: false, content: content, keyboard: keyboard)
  }

  private var content: FieldTraits.Content {
    switch self {
    case .password: .password
    case .newPassword: .newPassword
    case .oneTimeCode: .oneTimeCode
    // The system must not offer to keep a PIN among the passwords.
    case .pin, .words: .none
    }
  }

  private var keyboard: FieldTraits.Keyboard {
    switch self {
    case .password, .newPassword: .ascii
    case .oneTimeCode, .pin: .digits
    case .words: .standard
    }
  }

  // O.Data_10#1481
  /// Refuses a view that has no secure entry, such as `UITextView`: what is set there for it hides nothing.
  ///
  /// - Throws: `noSecureEntry` for everything but ``words``.
  public func requireReadable() throws(FieldRefusal) {
    guard self == .words else { throw .noSecureEntry(self) }
  }

  /// Whether a field with these traits leaves no record elsewhere. Which keys it offers and what may be filled in is
  /// comfort, except that nothing may be filled into, or kept from, a field that the system is not to know.
  public func verdict(on found: FieldTraits) -> Verdict {
    let wanted = traits
    if wanted.isSecureEntry, !found.isSecureEntry { return .fails("the field shows what is typed") }
    // With secure entry the system learns and offers nothing, whatever the rest says.
    if !found.isSecureEntry {
      if found.autocorrects { return .fails("the keyboard learns the words and corrects them") }
      if found.checksSpelling { return .fails("the words are looked at by the spelling checker") }
      if found.predicts { return .fails("the keyboard predicts words") }
      if found.offersWritingTools { return .fails("writing tools may have the words") }
    }
    if found.isSmart { return .fails("the text changes by itself: quotes, dashes or blanks") }
    if wanted.content == .none, found.content != .none { return .fails("the system may keep what is typed") }
    return .holds
  }
}
