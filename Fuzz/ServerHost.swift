@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  if let host = try? ServerHost(text), (try? ServerHost(host.description)) != host { fatalError() }
  if let endpoint = try? Endpoint(text), (try? Endpoint(endpoint.description)) != endpoint { fatalError() }
  return 0
}
