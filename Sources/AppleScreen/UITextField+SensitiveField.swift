#if canImport(UIKit)
  import ScreenPrivacy
  import SecurityPolicy
  import UIKit

  extension UITextField {
    // O.Data_10#832
    /// Sets the text field up for what is typed into it, and reads back whether it is.
    @discardableResult
    public func protect(as field: SensitiveField) -> Verdict {
      let traits = field.traits
      isSecureTextEntry = traits.isSecureEntry
      autocorrectionType = traits.autocorrects ? .yes : .no
      spellCheckingType = traits.checksSpelling ? .yes : .no
      autocapitalizationType = traits.capitalizes ? .sentences : .none
      smartQuotesType = traits.isSmart ? .yes : .no
      smartDashesType = traits.isSmart ? .yes : .no
      smartInsertDeleteType = traits.isSmart ? .yes : .no
      inlinePredictionType = traits.predicts ? .yes : .no
      writingToolsBehavior = traits.offersWritingTools ? .default : .none
      textContentType = traits.content.type
      keyboardType = traits.keyboard.type
      return field.verdict(on: fieldTraits)
    }

    /// How the text field treats what is typed now. What is left to the system counts as on.
    public var fieldTraits: FieldTraits {
      FieldTraits(
        isSecureEntry: isSecureTextEntry, autocorrects: autocorrectionType != .no,
        checksSpelling: spellCheckingType != .no, capitalizes: autocapitalizationType != .none,
        isSmart: smartQuotesType != .no || smartDashesType != .no || smartInsertDeleteType != .no,
        predicts: inlinePredictionType != .no, offersWritingTools: writingToolsBehavior != .none,
        content: .init(textContentType), keyboard: .init(keyboardType))
    }
  }
#endif
