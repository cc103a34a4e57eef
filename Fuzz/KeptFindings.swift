// What an audit reads of itself, by the first byte: a baseline, of which there is one form, and allowances in comments.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let first = bytes.first else { return 0 }
  switch first % 2 {
  case 0:
    guard let baseline = try? Baseline(reading: Array(bytes.dropFirst())) else { break }
    guard let again = try? Baseline(reading: JSONWriter().bytes(baseline.node)), again == baseline else {
      fatalError("a baseline that cannot be read again")
    }
  default:
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
    for path in ["A.swift", "app.properties"] {
      for comment in SuppressionComment.all(in: SourceText(path: path, text: text)) {
        guard (1...lines).contains(comment.suppression.line), comment.target >= comment.suppression.line,
          comment.target <= lines + 1
        else { fatalError("an allowance for no line") }
      }
    }
  }
  return 0
}
