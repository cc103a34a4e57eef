/// What a sealed item is for. Each purpose has its own derived key, so an item sealed for one purpose cannot be opened
/// for another, even under the same root key.
public struct SealingPurpose: Sendable, Hashable {
  /// Secrets of a `SecretStore` that keeps files.
  public static let secretFile = SealingPurpose("secret-file")

  let label: String
  /// The label as it is authenticated.
  let bytes: [UInt8]

  /// - Parameter label: our own constant word; changing it makes old items unreadable.
  public init(_ label: StaticString) {
    self.label = "\(label)"
    bytes = Array(self.label.utf8)
  }

  public static func == (left: SealingPurpose, right: SealingPurpose) -> Bool { left.label == right.label }

  public func hash(into hasher: inout Hasher) { hasher.combine(label) }
}
