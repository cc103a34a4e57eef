@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let members: [PageMessageShape.Member] = [.init("a", .list(of: .line(longest: 4), longest: 2), isRequired: false), .init("b", .integer(0...9))]
  guard let message = try? PageMessage(bytes, shapes: [PageMessageShape("m", members)]) else { return 0 }
  guard message.name == "m", case .integer(0...9) = message["b"] else { fatalError() }
  return 0
}
