@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let text = String(validating: bytes, as: UTF8.self),
    let parts = try? MeshKeyPackageParts(text, prefix: "mantlet-mesh-package:")
  else { return 0 }
  let whole = [MeshKeyPackageParts.version] + parts.recipient + parts.encapsulatedKey + parts.sealed
  if "mantlet-mesh-package:" + Base64URL.encode(whole) != text { fatalError() }
  return 0
}
