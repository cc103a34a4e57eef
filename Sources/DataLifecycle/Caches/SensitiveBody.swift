public import Foundation
import Redaction

/// The body of a sensitive answer: parsed once from memory that is zeroed afterwards, also when parsing throws.
///
/// - Protects against: the original (a medical document, a message) resting in a cache, in freed memory or in a dump.
/// - Does not protect: the decoded value itself, copies that the decoder makes on its way (`JSONDecoder` makes some),
///   and what the network stack buffered before. A body that other variables share is copied, and theirs stays.
///
/// Source: BSI TR-03161-1 O.Source_7, O.Data_5.
public struct SensitiveBody: ~Copyable, Sendable {
  private let bytes: Secret

  /// Moves the bytes out of the caller's array, which is zeroed and emptied.
  public init(moving bytes: inout [UInt8]) {
    self.bytes = Secret(count: bytes.count) { target in
      bytes.withUnsafeBytes { target.copyMemory(from: $0) }
    }
    _ = bytes.withUnsafeMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0) }
    bytes = []
  }

  /// Moves the bytes out of the caller's data, which is zeroed and emptied.
  public init(moving data: inout Data) {
    bytes = Secret(count: data.count) { target in
      data.withUnsafeBytes { target.copyMemory(from: $0) }
    }
    data.resetBytes(in: data.startIndex..<data.endIndex)
    data = Data()
  }

  public var count: Int { bytes.count }

  /// Decodes and discards: the memory is zeroed when `decode` returned or threw. The pointer must not leave it.
  public consuming func decodeAndDiscard<Value: ~Copyable, Failure: Error>(
    _ decode: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // The secret ends with this call on every path, and zeroes its memory as it ends. O.Source_7#80
    try bytes.withExposedBytes(decode)
  }
}
