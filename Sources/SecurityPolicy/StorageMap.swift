/// For every data type the one place where it may rest.
///
/// A policy may choose among the places that the type's floor allows, so no policy can put a token into preferences.
/// Protects as far as the app names its data types truthfully.
/// Source: BSI TR-03161-1 O.Data_2, O.Data_6; MASVS-STORAGE-1.
public struct StorageMap: Sendable, Hashable {
  private var choices: [DataType: StoragePlace] = [:]

  /// The standard map.
  public init() {}

  /// The places among which a policy may choose for this type, the standard one first.
  public static func allowed(_ type: DataType) -> [StoragePlace] {
    switch type {
    case .authenticationToken, .pinHash, .deviceIdentifier, .cryptographicKey: [.secretStore, .nowhere]
    case .password, .medicalOriginal: [.nowhere]
    case .appData: [.sealedRecords, .nowhere]
    case .userSetting: [.preferences, .sealedRecords, .secretStore, .nowhere]
    case .apiResponse: [.memoryCache, .diskCache, .nowhere]
    case .image: [.diskCache, .memoryCache, .nowhere]
    }
  }

  /// The place that this map chose, or the standard one.
  public func place(of type: DataType) -> StoragePlace { choices[type] ?? Self.allowed(type)[0] }

  /// - Throws: ``StorageRule`` when the type's floor does not allow the place.
  public mutating func choose(_ place: StoragePlace, for type: DataType) throws(StorageRule) {
    guard Self.allowed(type).contains(place) else { throw StorageRule(type: type, refused: place) }
    choices[type] = place == Self.allowed(type)[0] ? nil : place
  }

  /// - Throws: ``StorageRule``, which names the rule, when the map puts the type elsewhere.
  public func require(_ type: DataType, in place: StoragePlace) throws(StorageRule) {
    guard self.place(of: type) == place else { throw StorageRule(type: type, refused: place) }
  }
}
