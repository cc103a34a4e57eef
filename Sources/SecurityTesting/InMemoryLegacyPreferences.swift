public import Redaction
public import SecretStorage

/// The in-memory twin of readable settings: data by key.
public actor InMemoryLegacyPreferences: LegacyPreferences {
  /// What stands in the settings now.
  public private(set) var values: [String: [UInt8]]

  public init(_ values: [String: [UInt8]] = [:]) { self.values = values }

  public func bytes(for key: String) throws(StorageError) -> Secret? {
    guard let bytes = values[key] else { return nil }
    return Secret(copying: bytes)
  }

  public func remove(_ key: String) throws(StorageError) { values[key] = nil }
}
