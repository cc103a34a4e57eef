/// How a text field treats what is typed: what is asked of it, and what it says of itself when it is read back.
/// Source: Apple, UITextInputTraits.
public struct FieldTraits: Sendable, Hashable {
  /// What the system may fill in, and what it learns about the field.
  public enum Content: Sendable, Hashable, CaseIterable {
    case none, password, newPassword, oneTimeCode
    /// Something else, which only a field that was read back has.
    case other
  }

  /// Which keys are offered.
  public enum Keyboard: Sendable, Hashable, CaseIterable { case standard, ascii, digits, other }

  public var isSecureEntry: Bool
  public var autocorrects: Bool
  public var checksSpelling: Bool
  public var capitalizes: Bool
  /// Quotes, dashes and blanks that change by themselves: they change passwords, and show that the text is looked at.
  public var isSmart: Bool
  /// Words that the system offers while somebody types.
  public var predicts: Bool
  /// Whether the system's writing tools may have the text.
  public var offersWritingTools: Bool
  public var content: Content
  public var keyboard: Keyboard

  public init(
    isSecureEntry: Bool, autocorrects: Bool, checksSpelling: Bool, capitalizes: Bool, isSmart: Bool, predicts: Bool,
    offersWritingTools: Bool, content: Content, keyboard: Keyboard
  ) {
    self.isSecureEntry = isSecureEntry
    self.autocorrects = autocorrects
    self.checksSpelling = checksSpelling
    self.capitalizes = capitalizes
    self.isSmart = isSmart
    self.predicts = predicts
    self.offersWritingTools = offersWritingTools
    self.content = content
    self.keyboard = keyboard
  }
}
