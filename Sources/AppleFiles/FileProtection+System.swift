import DataLifecycle
import Foundation

extension FileProtection {
  /// Apple's name of the class.
  var system: FileProtectionType {
    switch self {
    case .complete: .complete
    case .completeUnlessOpen: .completeUnlessOpen
    case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
    case .none: .none
    }
  }

  /// Nil for a class that we do not know.
  init?(_ system: FileProtectionType) {
    guard let known = FileProtection.allCases.first(where: { $0.system == system }) else { return nil }
    self = known
  }
}
