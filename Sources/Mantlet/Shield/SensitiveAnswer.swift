import DataLifecycle
import HTTPTypes

/// A server's answer whose body must not outlive its parsing: a medical original, a message.
///
/// - Protects against: the body resting in freed memory or in a dump after it was parsed, or when nobody parses it.
/// - Does not protect: the decoded value, copies that the decoder makes, and what the network stack buffered on the way
///   here. Below this value TLS, NIO and `URLSession` hold pieces of the answer, free them and zero none of them.
///
/// Source: BSI TR-03161-1 O.Source_7, O.Data_5.
public struct SensitiveAnswer: ~Copyable, Sendable {
  public let response: HTTPResponse
  private let body: SensitiveBody

  init(_ response: HTTPResponse, _ body: consuming SensitiveBody) {
    self.response = response
    self.body = body
  }

  /// How many bytes the body has.
  public var count: Int { body.count }

  /// Decodes and discards: the memory is zeroed when `decode` returned or threw. The pointer must not leave it.
  public consuming func decodeAndDiscard<Value: ~Copyable, Failure: Error>(
    _ decode: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try body.decodeAndDiscard(decode)
  }
}
