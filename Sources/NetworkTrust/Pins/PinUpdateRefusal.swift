/// Why a signed pin update is not obeyed. The pins before it stay in force.
@nonexhaustive
public enum PinUpdateRefusal: Error, Sendable, Hashable {
  /// The policy names no key for updates.
  case noUpdateKey
  /// Its signature does not match its bytes.
  case forged
  /// Signed properly, by a key that the policy does not name.
  case foreignKey
  /// Not a signed update, or one with a malformed host or pin.
  case unreadable
  /// Longer than what a device can keep.
  case tooLarge(limit: Int)
  /// The device's clock may be wrong.
  case notYetValid
  case expired
  /// Older than the update that was obeyed last, or another one of the same number.
  case rolledBack(held: Int64)
  /// It names a host that the policy does not.
  case foreignHost
  /// It could not be kept, or the last one could not be read, so its order is unknown.
  case storeUnavailable
}

extension PinUpdateRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noUpdateKey: "the policy names no key for pin updates"
    case .forged: "the signature of the pin update does not match"
    case .foreignKey: "the pin update is signed by a key that the policy does not name"
    case .unreadable: "not a signed pin update"
    case .tooLarge(let limit): "the signed pin update is longer than \(limit) bytes: no device could keep it"
    case .notYetValid: "the pin update is not valid yet; check the clock"
    case .expired: "the pin update has expired"
    case .rolledBack(let held): "the pin update is older than number \(held), which was obeyed before"
    case .foreignHost: "the pin update names a host that the policy does not"
    case .storeUnavailable: "the store of pin updates cannot be read or written"
    }
  }
}
