@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let handler = try? BridgeHandler("a", fields: [BridgeField("note", .line(longest: 8))]),
    let rules = try? WebContentRules(origins: [WebOrigin("https://app.example")])
  else { fatalError() }
  if let read = try? handler.read(text.utf8), (read.text("note") ?? "").unicodeScalars.count > 8 { fatalError() }
  if rules.decide(WebNavigation(text)) == .allow, !text.lowercased().hasPrefix("https://app.example") { fatalError() }
  return 0
}
