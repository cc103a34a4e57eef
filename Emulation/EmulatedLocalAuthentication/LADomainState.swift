public import Foundation

/// Follows Apple: the hash changes when a finger or face is added or removed, and is nil while locked out or when
/// nothing is enrolled. Since iOS 18 and macOS 15. Left out: companions, and that a system update may change it too.
open class LADomainState: NSObject {
  /// The part for biometry.
  public final class Biometry: NSObject {
    public let stateHash: Data?
    init(_ stateHash: Data?) { self.stateHash = stateHash }
  }

  public let biometry: Biometry
  init(biometry stateHash: Data?) { biometry = Biometry(stateHash) }
}
