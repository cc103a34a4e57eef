import Foundation

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  // The first byte says how many times the rest is written, so that lines longer than a piece come up.
  let unit = Array(input.dropFirst())
  let times = unit.isEmpty ? 0 : input[0] == 0xFF ? (20 << 10) / unit.count : Int(input[0] % 4) + 1
  let log = [UInt8](repeatElement(unit, count: times).joined())
  var place = 0
  var lines = LogLines(limit: pieceBytes) { limit in
    let part = log[place..<min(place + limit, log.count)]
    place += part.count
    return Data(part)
  }
  var scan = LogScan()
  var last = (line: 0, column: 0)
  do {
    while let line = try lines.next() {
      guard line.bytes.count <= pieceBytes + (256 << 10), !line.bytes.contains(10) else { fatalError() }
      for find in scan.finds(in: line) {
        // In order, each place once, and never more than a window of text.
        if (find.line, find.column) <= last { fatalError() }
        last = (find.line, find.column)
        if find.excerpt.unicodeScalars.count > 140 { fatalError() }
      }
    }
  } catch { fatalError() }
  let whole = log.count { $0 == 10 } + (log.last.map { $0 == 10 ? 0 : 1 } ?? 0)
  if lines.count != whole { fatalError() }
  return 0
}

private let pieceBytes = 6 << 10
