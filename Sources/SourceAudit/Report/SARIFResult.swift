import SecurityPolicy
import UntrustedInput

/// One finding as a SARIF result with one location.
struct SARIFResult {
  /// The texts of files that edits change.
  let texts: [String: SourceText]
  /// Their ``SourceText/lineStarts``.
  let starts: [String: [Int]]
  /// The rows of the rules in the driver.
  let rows: [String: Int]

  func node(_ finding: Finding) -> JSONNode {
    var members = [
      JSONMember("ruleId", .string(finding.rule)),
      JSONMember("ruleIndex", .integer(Int64(rows[finding.rule] ?? -1))),
      JSONMember("level", .string(finding.severity.rawValue)),
      JSONMember("message", ["text": .string(finding.message + " " + finding.fix)]),
      JSONMember("locations", [location(finding.file, finding.line, finding.column)]),
      JSONMember("partialFingerprints", ["mantlet/v1": .string(finding.fingerprint)]),
      JSONMember("codeFlows", JSONNode(.array(finding.flow.isEmpty ? [] : [flow(finding.flow)]))),
    ]
    // What the change did not touch was there before it.
    let state = finding.baseline ?? (finding.isOutsideDiff ? .unchanged : nil)
    if let state { members.append(JSONMember("baselineState", .string(state.rawValue))) }
    if let suppression = finding.suppression {
      members.append(JSONMember("suppressions", [self.suppression(suppression, finding.file)]))
    }
    if !finding.edits.isEmpty { members.append(JSONMember("fixes", [fix(finding)])) }
    members.append(
      JSONMember(
        "properties",
        [
          "role": .string(finding.role), "confidence": .string(finding.confidence.rawValue),
          "outsideDiff": JSONNode(.bool(finding.isOutsideDiff)),
        ]))
    return JSONNode(.object(members))
  }

  /// What the baseline knows and is gone.
  func node(_ entry: BaselineEntry) -> JSONNode {
    [
      "ruleId": .string(entry.rule), "level": "none", "kind": "notApplicable", "baselineState": "absent",
      "message": ["text": "This finding of the baseline is gone."],
      "locations": [["physicalLocation": ["artifactLocation": Self.artifact(entry.file)]]],
      "partialFingerprints": ["mantlet/v1": .string(entry.fingerprint)],
      "occurrenceCount": .integer(Int64(entry.count)),
    ]
  }

  private func suppression(_ suppression: Suppression, _ file: String) -> JSONNode {
    var members = [
      JSONMember("kind", "inSource"), JSONMember("status", "accepted"),
      JSONMember("justification", .string(suppression.reason)),
      JSONMember("location", location(file, suppression.line, 1)),
    ]
    if let until = suppression.until {
      members.append(JSONMember("properties", ["until": .string(until.description)]))
    }
    return JSONNode(.object(members))
  }

  private func fix(_ finding: Finding) -> JSONNode {
    let files = Dictionary(grouping: finding.edits, by: \.file).sorted { $0.key < $1.key }
    return [
      "description": ["text": .string(finding.fix)],
      "artifactChanges": JSONNode(
        .array(
          files.map { file, edits in
            [
              "artifactLocation": Self.artifact(file),
              "replacements": JSONNode(
                .array(
                  edits.map {
                    ["deletedRegion": region($0), "insertedContent": ["text": .string($0.replacement)]]
                  })),
            ]
          })),
    ]
  }

  private func region(_ edit: SourceEdit) -> JSONNode {
    guard let text = texts[edit.file], let starts = starts[edit.file],
      let start = text.place(of: edit.start, starts), let end = text.place(of: edit.end, starts)
    else {
      return ["byteOffset": .integer(Int64(edit.start)), "byteLength": .integer(Int64(edit.end - edit.start))]
    }
    return [
      "startLine": .integer(Int64(start.line)), "startColumn": .integer(Int64(start.column)),
      "endLine": .integer(Int64(end.line)), "endColumn": .integer(Int64(end.column)),
    ]
  }

  /// From where the value comes to where it is used: SARIF tells a flow in the order of the program.
  private func flow(_ steps: [FindingStep]) -> JSONNode {
    let locations = steps.reversed().map { step -> JSONNode in
      ["location": location(step.file, step.line, step.column)]
    }
    return ["threadFlows": [["locations": JSONNode(.array(locations))]]]
  }

  private func location(_ file: String, _ line: Int, _ column: Int) -> JSONNode {
    [
      "physicalLocation": [
        "artifactLocation": Self.artifact(file),
        "region": ["startLine": .integer(Int64(line)), "startColumn": .integer(Int64(column))],
      ]
    ]
  }

  static func artifact(_ path: String) -> JSONNode {
    ["uri": .string(percentEncoded(path.isEmpty ? "." : path)), "uriBaseId": "PROJECT"]
  }

  /// A relative reference; a colon in the first segment would read as a scheme.
  /// Source: RFC 3986, sections 2.3 and 4.2.
  private static func percentEncoded(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if plain.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SourceText {
  /// UTF-8 offsets at which lines begin.
  var lineStarts: [Int] {
    var text = text
    return text.withUTF8 { bytes in
      [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }
  }

  /// Line and column of a UTF-8 offset; nil beyond the text.
  func place(of offset: Int, _ starts: [Int]) -> TextPosition? {
    var text = text
    return text.withUTF8 { bytes in
      guard offset >= 0, offset <= bytes.count else { return nil }
      var low = 0
      var high = starts.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if starts[middle] <= offset { low = middle } else { high = middle }
      }
      return TextPosition(line: low + 1, column: bytes[starts[low]..<offset].count { $0 & 0xC0 != 0x80 } + 1)
    }
  }
}
