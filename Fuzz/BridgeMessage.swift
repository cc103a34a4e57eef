@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  guard let handler = try? BridgeHandler("a", fields: [BridgeField("note", .line(longest: 8))]),
    let rules = try? WebContentRules(origins: [WebOrigin("https://app.example")])
  else { fatalError() }
  if let read = try? handler.read(text.utf8), (read.text("note") ?? "").unicodeScalars.count > 8 { fatalError() }
  if rules.decide(WebNavigation(text)) == .allow, !isOwn(text.lowercased()) { fatalError() }
  return 0
}

private func isOwn(_ text: String) -> Bool {
  guard text.hasPrefix("https://app.example") else { return false }
  let rest = text.dropFirst("https://app.example".count)
  return rest.isEmpty || "/?#".contains(rest[rest.startIndex]) || rest == ":443"
    || [":443/", ":443?", ":443#"].contains { rest.hasPrefix($0) }
}
