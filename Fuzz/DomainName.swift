@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  if let scalars = try? Punycode.decode(text), let again = try? Punycode.encode(scalars), text != again, !text.isEmpty,
    (try? Punycode.decode(again)) != scalars { fatalError() }
  guard let name = try? DomainName(text) else { return 0 }
  if (try? DomainName(name.ascii)) != name || (try? DomainName(name.unicode)) != name { fatalError() }
  return 0
}
