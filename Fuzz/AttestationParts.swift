@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let found = try? KeyDescription(bytes), found.challenge.count > count { fatalError() }
  guard var data = AuthenticatorData(bytes), let key = try? AuthenticatorData.credential(bytes) else { return 0 }
  guard key.point.count == 65, key.id.count + key.rest.count < count else { fatalError() }
  _ = data.readExtensions(key.rest)
  return 0
}
