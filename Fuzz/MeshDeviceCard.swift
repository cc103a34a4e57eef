@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let text = String(validating: bytes, as: UTF8.self), let card = try? MeshDeviceCard(text) else { return 0 }
  if card.text != text { fatalError() }
  return 0
}
