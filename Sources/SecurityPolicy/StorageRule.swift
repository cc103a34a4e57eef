/// The rule of the storage map that a value would break in the place where it was to go.
public struct StorageRule: Error, Sendable, Hashable, CustomStringConvertible {
  public let type: DataType
  /// The place that was asked for and refused.
  public let refused: StoragePlace

  public init(type: DataType, refused: StoragePlace) {
    self.type = type
    self.refused = refused
  }

  /// The rule's name, as it stands in the policy: `storage.places.pinHash`.
  public var name: String { "storage.places.\(type.rawValue)" }

  public var description: String {
    let allowed = StorageMap.allowed(type).map(\.rawValue).joined(separator: ", ")
    return "\(name): \(type.rawValue) may not rest in \(refused.rawValue); a policy may choose among: \(allowed)"
  }
}
