import Foundation
import HTTPTypes
import UntrustedInput

extension HTTPAnswer {
  /// The body as a typed value: the status is 2xx, the media type is JSON, and every field has the type that `Value`
  /// says. Members that `Value` does not name are passed over; two of one name in an object are refused, and so is what is
  /// nested more than 128 deep, or not UTF-8.
  ///
  /// Not protected: a value of the right type may still be wrong; check its range where it is used.
  ///
  /// - Throws: ``NetworkError/status(_:)``, ``NetworkError/unexpectedType`` for another media type,
  ///   ``NetworkError/unreadableAnswer``.
  /// Source: TR-03161-1 O.Source_1; MASVS-CODE-4.
  public func json<Value: Decodable>(_ type: Value.Type) throws(NetworkError) -> Value {
    guard response.status.kind == .successful else { throw .status(response.status.code) }
    let types = response.headerFields[values: .contentType]
    guard types.count == 1, let media = types[0].split(separator: ";", omittingEmptySubsequences: false).first,
      media.trimmingCharacters(in: .whitespaces).lowercased() == "application/json"
    else { throw .unexpectedType }
    do {
      // Some servers write a mark of the byte order in front. Source: RFC 8259, section 8.1.
      let text = body.dropFirst(body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      // Foundation takes one of two members of the same name.
      _ = try JSONReader(maximumBytes: text.count, maximumDepth: 128).read(text)
      return try JSONDecoder().decode(type, from: Data(text))
    } catch { throw .unreadableAnswer }
  }
}
