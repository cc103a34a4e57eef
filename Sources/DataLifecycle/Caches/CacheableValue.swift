import Foundation
public import Redaction

/// A value that a cache may hold: one that tells nothing about anybody, and can be turned into bytes.
///
/// A `SensitiveValue` and a type without a class are refused by the compiler.
/// Source: MASVS-STORAGE-2; BSI TR-03161-1 O.Data_5.
public protocol CacheableValue: NonSensitiveValue, Sendable {
  /// The bytes that the cache keeps; nil when the value cannot be kept.
  var cachedBytes: [UInt8]? { get }
  /// Nil when the bytes are not of this type: the cache then behaves as if it had nothing.
  init?(cachedBytes: [UInt8])
}

extension CacheableValue where Self: Codable {
  public var cachedBytes: [UInt8]? { (try? JSONEncoder().encode([self])).map(Array.init) }

  /// Reads what `cachedBytes` wrote; nil for anything else.
  public init?(cachedBytes: [UInt8]) {
    guard let values = try? JSONDecoder().decode([Self].self, from: Data(cachedBytes)), values.count == 1 else {
      return nil
    }
    self = values[0]
  }
}
