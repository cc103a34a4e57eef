public import UIKit

extension View {
  /// Follows Apple: UIKit's words for what a field holds; nil for nothing that the system knows.
  public func textContentType(_ textContentType: UITextContentType?) -> some View {
    changed { $0.contentType = textContentType }
  }

  public func keyboardType(_ type: UIKeyboardType) -> some View { changed { $0.keyboard = type } }

  public func autocorrectionDisabled(_ disable: Bool = true) -> some View { changed { $0.autocorrects = !disable } }

  /// Nil leaves it to the system, which capitalizes sentences.
  public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
    changed { $0.capitalizes = autocapitalization?.capitalizes ?? true }
  }

  public func writingToolsBehavior(_ behavior: WritingToolsBehavior) -> some View {
    changed { $0.offersWritingTools = behavior.offers }
  }
}

public struct TextInputAutocapitalization: Sendable {
  let capitalizes: Bool
  public static var never: TextInputAutocapitalization { TextInputAutocapitalization(capitalizes: false) }
  public static var sentences: TextInputAutocapitalization { TextInputAutocapitalization(capitalizes: true) }
}

public struct WritingToolsBehavior: Sendable {
  let offers: Bool
  public static let automatic = WritingToolsBehavior(offers: true)
  public static let disabled = WritingToolsBehavior(offers: false)
}
