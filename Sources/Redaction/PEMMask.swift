/// PEM blocks, from `-----BEGIN` to the end of the `-----END …-----` line.
enum PEMMask {
  private static let begin = Array("-----BEGIN".utf8)
  private static let end = Array("-----END".utf8)
  private static let dash = UInt8(ascii: "-")

  static func apply(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard text[index] == dash, text[index...].starts(with: begin) else {
        output.append(text[index])
        index += 1
        continue
      }
      output += "<pem>".utf8
      index = endOfBlock(text, from: index + begin.count)
    }
    return output
  }

  private static func endOfBlock(_ text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count, !(text[index] == dash && text[index...].starts(with: end)) { index += 1 }
    index = min(index + end.count, text.count)
    // The label, then five closing dashes: a sixth may open the next block.
    while index < text.count, text[index] != dash, text[index] != 10, text[index] != 13 { index += 1 }
    return index + text[index...].prefix(5).prefix { $0 == dash }.count
  }
}
