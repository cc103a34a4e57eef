public import Redaction
public import SecurityPolicy

/// A preference by name and type. Only values that tell nothing about anybody have a key:
///
/// ```swift
/// enum ColourScheme: String, Codable, NonSensitiveValue { case light, dark }
/// let scheme = PreferenceKey<ColourScheme>("scheme")
/// ```
public struct PreferenceKey<Value: NonSensitiveValue & Codable & Sendable>: Sendable, Hashable {
  public let name: PreferenceName
  /// What the storage map is asked about.
  public let type: DataType

  /// Nil for a name that is none (see ``PreferenceName``).
  public init?(_ name: String, type: DataType = .userSetting) {
    guard let name = PreferenceName(name) else { return nil }
    self.name = name
    self.type = type
  }
}
