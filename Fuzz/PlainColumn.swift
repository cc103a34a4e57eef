@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let columns = [PlainColumn("n", .integer), PlainColumn("d", .date), PlainColumn("t", .text)]
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let values = columns.values(text), !values.isEmpty else { return 0 }
  guard let again = try? columns.text(values, of: .index), columns.values(again) == values else { fatalError() }
  return 0
}
