#if canImport(UIKit)
  import ScreenPrivacy
  import SecurityPolicy
  import UIKit

  extension UITextView {
    // O.Data_10#833
    /// Sets the text view up for words that are typed into it, and reads back whether it is.
    ///
    /// Not for secrets: a text view has no secure entry, and shows a PIN or a password however `isSecureTextEntry` is set.
    /// Take a `UITextField` for those. The keyboard is told to learn nothing even where this is refused.
    ///
    /// - Throws: `noSecureEntry` for everything but `SensitiveField.words`.
    @discardableResult
    public func protect(as field: SensitiveField) throws(FieldRefusal) -> Verdict {
      let traits = field.traits
      autocorrectionType = traits.autocorrects ? .yes : .no
      spellCheckingType = traits.checksSpelling ? .yes : .no
      autocapitalizationType = traits.capitalizes ? .sentences : .none
      smartQuotesType = traits.isSmart ? .yes : .no
      smartDashesType = traits.isSmart ? .yes : .no
      smartInsertDeleteType = traits.isSmart ? .yes : .no
      inlinePredictionType = traits.predicts ? .yes : .no
      writingToolsBehavior = traits.offersWritingTools ? .default : .none
      textContentType = nil
      keyboardType = traits.keyboard.type
      try field.requireReadable()
      return field.verdict(on: fieldTraits)
    }

    /// How the text view treats what is typed now. What is left to the system counts as on; what is typed is always shown,
    /// whatever `isSecureTextEntry` says.
    public var fieldTraits: FieldTraits {
      FieldTraits(
        isSecureEntry: false, autocorrects: autocorrectionType != .no,
        checksSpelling: spellCheckingType != .no, capitalizes: autocapitalizationType != .none,
        isSmart: smartQuotesType != .no || smartDashesType != .no || smartInsertDeleteType != .no,
        predicts: inlinePredictionType != .no, offersWritingTools: writingToolsBehavior != .none,
        content: .init(textContentType), keyboard: .init(keyboardType))
    }
  }
#endif
