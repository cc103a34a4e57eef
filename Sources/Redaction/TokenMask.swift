/// Compact JWS and JWE, whole or cut off: a run of base64url and dots in which `eyJ` (the start of every JSON
/// header) is followed by a dot.
enum TokenMask {
  private static let start = Array("eyJ".utf8)

  static func apply(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard isPart(text[index]) else {
        output.append(text[index])
        index += 1
        continue
      }
      let run = text[index...].prefix(while: isPart)
      if let head = head(of: run), run[head...].contains(UInt8(ascii: ".")) {
        output += run[..<head]
        output += "<token>".utf8
      } else {
        output += run
      }
      index = run.endIndex
    }
    return output
  }

  private static func head(of run: ArraySlice<UInt8>) -> Int? {
    run.indices.first { run[$0] == start[0] && run[$0...].starts(with: start) }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }
}
