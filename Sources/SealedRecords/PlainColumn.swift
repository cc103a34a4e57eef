import Foundation
import UntrustedInput

/// A column that stands in clear in the file, by declaration only.
///
/// - Readable for whoever has the file: by SQLite's JSON functions in the column `plain` of the table `record`.
/// - Protected against: editing, moving and swapping (it is authenticated with the row).
/// - Choose it only for values that tell nothing about a person.
/// - Ask it as it is: with an index or a view that an app adds to the file, the file is none of this library's any more
///   (``RecordError/foreignDatabase``).
public struct PlainColumn: Sendable, Hashable {
  /// What a column holds.
  public enum Form: String, Sendable, Hashable, CaseIterable {
    case integer, date, text
  }

  /// Bytes of all plain values of one record, as they stand in the file.
  static let textLimit = 1 << 20

  public let name: String
  public let form: Form

  public init(_ name: String, _ form: Form) {
    self.name = name
    self.form = form
  }
}

extension [PlainColumn] {
  /// What reading takes, too.
  private static var jsonReader: JSONReader { JSONReader(maximumBytes: PlainColumn.textLimit) }

  /// In milliseconds since 1970, the year 37,648: below it `Date` keeps each of them apart.
  private static var dateLimit: UInt64 { 1 << 50 }

  /// The values as one line of JSON, in the order of the declaration; nil for no values.
  ///
  /// - Throws: ``RecordError/undeclaredColumn(_:)`` for a value that no column declares;
  ///   ``RecordError/tooLarge(limit:)`` for more bytes than are read again.
  func text(_ values: [String: PlainValue], of kind: RecordKind) throws(RecordError) -> String? {
    guard !values.isEmpty else { return nil }
    var members: [JSONMember] = []
    for column in self {
      switch (values[column.name], column.form) {
      case (.none, _): continue
      case (.integer(let number), .integer):
        members.append(JSONMember(column.name, .init(.number(String(number)))))
      case (.date(let date), .date):
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard milliseconds.magnitude < Double(Self.dateLimit) else { throw .undeclaredColumn(kind) }
        members.append(JSONMember(column.name, .init(.number(String(Int64(milliseconds))))))
      case (.text(let text), .text): members.append(JSONMember(column.name, .init(.string(text))))
      default: throw .undeclaredColumn(kind)
      }
    }
    guard members.count == values.count else { throw .undeclaredColumn(kind) }
    let bytes = JSONWriter().bytes(JSONNode(.object(members)))
    guard bytes.count <= PlainColumn.textLimit else { throw .tooLarge(limit: PlainColumn.textLimit) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values back; nil when the text is not what ``text(_:of:)`` writes. Columns that are no longer declared are
  /// left out.
  func values(_ text: String) -> [String: PlainValue]? {
    guard let node = try? Self.jsonReader.read([UInt8](text.utf8)), node.members != nil else {
      return nil
    }
    var values: [String: PlainValue] = [:]
    for column in self {
      guard let value = node[column.name] else { continue }
      switch column.form {
      case .integer: values[column.name] = value.integer.map { .integer($0) }
      case .date:
        values[column.name] = value.integer.flatMap { milliseconds in
          guard milliseconds.magnitude < Self.dateLimit else { return nil }
          return .date(Date(timeIntervalSince1970: Double(milliseconds) / 1000))
        }
      case .text: values[column.name] = value.string.map { .text($0) }
      }
      guard values[column.name] != nil else { return nil }
    }
    return values
  }
}
