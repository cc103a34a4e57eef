import Foundation

/// Its traits are kept, and no keyboard reads them. `isSecureTextEntry` is kept, too, and hides nothing, as at Apple.
@MainActor
open class UITextView: UIView {
  open var isSecureTextEntry = false
  open var autocorrectionType = UITextAutocorrectionType.default
  open var spellCheckingType = UITextSpellCheckingType.default
  open var autocapitalizationType = UITextAutocapitalizationType.sentences
  open var smartQuotesType = UITextSmartQuotesType.default
  open var smartDashesType = UITextSmartDashesType.default
  open var smartInsertDeleteType = UITextSmartInsertDeleteType.default
  open var inlinePredictionType = UITextInlinePredictionType.default
  open var writingToolsBehavior = UIWritingToolsBehavior.default
  open var keyboardType = UIKeyboardType.default
  open var textContentType: UITextContentType?
}
