/// How the app was signed, as the operating system saw it (iOS 27 and later).
///
/// A change between assertions of one key means a re-signed app. Earlier systems say nothing about it.
/// Source: Apple, "Validating apps that connect to your server", `apple_validation_category_01`.
@nonexhaustive
public enum AppleValidationCategory: Sendable, Hashable {
  case operatingSystem, testFlight, development, appStore
  /// Enterprise or ad hoc distribution.
  case enterprise
  case developerID
  case other
  /// A number that Apple's page did not list when this was written.
  case unlisted(UInt32)

  init(number: UInt32) {
    self =
      switch number {
      case 1: .operatingSystem
      case 2: .testFlight
      case 3: .development
      case 4: .appStore
      case 5: .enterprise
      case 6: .developerID
      case 10: .other
      default: .unlisted(number)
      }
  }
}

extension AppleValidationCategory: CustomStringConvertible {
  public var description: String {
    switch self {
    case .operatingSystem: "operatingSystem"
    case .testFlight: "testFlight"
    case .development: "development"
    case .appStore: "appStore"
    case .enterprise: "enterprise"
    case .developerID: "developerID"
    case .other: "other"
    case .unlisted(let number): "unlisted \(number)"
    }
  }
}
