import SecretStorage
import SecurityPolicy

/// What the shield itself keeps, held against the places of the policy's storage map.
extension Shield {
  /// Without a place for these there is no shield: tokens, keys, the mark of the installation, the hash of the PIN.
  private static let indispensable: [DataType] = [.authenticationToken, .cryptographicKey, .deviceIdentifier, .pinHash]

  /// Asked before anything is written.
  ///
  /// - Throws: ``ShieldError/storage(_:)`` `misplaced`.
  static func requirePlaces(_ map: StorageMap) throws(ShieldError) {
    for type in indispensable { try require(type, in: .secretStore, map) }  // O.Data_2#22
  }

  /// An app that keeps no records has a shield all the same: only its records are refused.
  ///
  /// - Throws: ``ShieldError/storage(_:)`` `misplaced`.
  static func requireRecordPlace(_ map: StorageMap) throws(ShieldError) {
    try require(.appData, in: .sealedRecords, map)  // O.Data_2#23
  }

  private static func require(_ type: DataType, in place: StoragePlace, _ map: StorageMap) throws(ShieldError) {
    do throws(StorageRule) { try map.require(type, in: place) } catch { throw .storage(.misplaced(error)) }
  }
}
