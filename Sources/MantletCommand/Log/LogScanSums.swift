import Redaction
import UntrustedInput

/// What all files of one scan came to.
struct LogScanSums: CustomStringConvertible {
  var lines = 0
  var longLines = 0
  var printed = 0
  var counts: [MaskedKind: Int] = [:]
  /// Files that nobody could look at, or not as the text that they are.
  var undetermined: [String] = []

  var finds: Int { counts.values.reduce(0, +) }

  private var kinds: [(key: MaskedKind, value: Int)] { counts.sorted { $0.key.rawValue < $1.key.rawValue } }

  var description: String {
    let list = kinds.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
    let found = counts.isEmpty ? "nothing found" : "\(finds) found (\(list))"
    guard !undetermined.isEmpty else { return "\(lines) lines: \(found)" }
    return "\(lines) lines: \(found); undetermined: \(undetermined.joined(separator: ", "))"
  }

  var json: JSONNode {
    let sums = kinds.map { JSONMember($0.key.rawValue, .integer(Int64($0.value))) }
    var members = [
      JSONMember("lines", .integer(Int64(lines))), JSONMember("longLines", .integer(Int64(longLines))),
      JSONMember("finds", .integer(Int64(finds))), JSONMember("kinds", JSONNode(.object(sums))),
    ]
    if !undetermined.isEmpty { members.append(JSONMember("undetermined", .strings(undetermined))) }
    return JSONNode(.object(members))
  }
}
