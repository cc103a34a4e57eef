import Foundation
import Redaction
public import SecurityPolicy

/// Settings in a readable place: accepts only values that tell nothing about anybody.
///
/// - The compiler refuses types that are sensitive or have no class; the storage map refuses data types that belong
///   elsewhere and names the rule, so a token mislabelled as a preference fails with `storage.places…`.
/// - Does not protect: the values. Anybody with the device's files or its backup reads them.
///
/// Source: MASVS-STORAGE-1; BSI TR-03161-1 O.Data_2.
public struct Preferences: Sendable {
  private let store: any PreferenceStore
  private let map: StorageMap
  private let access: ReadAccess

  public init(store: any PreferenceStore, map: StorageMap, access: ReadAccess) {
    self.store = store
    self.map = map
    self.access = access
  }

  /// The value; nil when it was never set.
  ///
  /// - Throws: ``LifecycleError/misplaced(_:)``, ``LifecycleError/unreadablePreference``,
  ///   ``LifecycleError/wipePending``, and what the store throws.
  public func value<Value>(of key: PreferenceKey<Value>) throws(LifecycleError) -> Value? {
    try check(key.type)
    guard let text = try store.text(of: key.name) else { return nil }
    // A list of one: not every decoder takes a bare value.
    guard let values = try? JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8)), values.count == 1 else {
      throw .unreadablePreference
    }
    return values[0]
  }

  /// Sets the value; nil removes it.
  ///
  /// - Throws: ``LifecycleError/misplaced(_:)``, ``LifecycleError/notEncodable``, ``LifecycleError/wipePending``, and
  ///   what the store throws.
  public func set<Value>(_ value: Value?, of key: PreferenceKey<Value>) throws(LifecycleError) {
    try check(key.type)
    guard let value else { return try store.set(nil, of: key.name) }
    guard let data = try? JSONEncoder().encode([value]) else { throw .notEncodable }
    try store.set(String(decoding: data.dropFirst().dropLast(), as: UTF8.self), of: key.name)
  }

  private func check(_ type: DataType) throws(LifecycleError) {
    try access.require()
    do throws(StorageRule) { try map.require(type, in: .preferences) } catch { throw .misplaced(error) }  // O.Data_2#80
  }
}
