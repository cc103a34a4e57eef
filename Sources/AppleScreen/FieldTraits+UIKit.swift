#if canImport(UIKit)
  import ScreenPrivacy
  import UIKit

  // How the system names the traits of a field, for text fields and text views alike.

  extension FieldTraits.Content {
    init(_ type: UITextContentType?) {
      self =
        switch type {
        case nil: .none
        case .password: .password
        case .newPassword: .newPassword
        case .oneTimeCode: .oneTimeCode
        default: .other
        }
    }

    /// Nil for no type. `other` is only read.
    var type: UITextContentType? {
      switch self {
      case .password: .password
      case .newPassword: .newPassword
      case .oneTimeCode: .oneTimeCode
      case .none, .other: nil
      }
    }
  }

  extension FieldTraits.Keyboard {
    init(_ type: UIKeyboardType) {
      self =
        switch type {
        case .default: .standard
        case .asciiCapable: .ascii
        case .numberPad: .digits
        default: .other
        }
    }

    /// `other` is only read.
    var type: UIKeyboardType {
      switch self {
      case .standard, .other: .default
      case .ascii: .asciiCapable
      case .digits: .numberPad
      }
    }
  }
#endif
