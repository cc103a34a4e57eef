// What a cache holds about a tree that was audited: no facts, or those of which these are the only bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  guard let facts = bytes.withUnsafeBytes({ TreeFacts($0, for: "a") }) else { return 0 }
  for file in facts.files { _ = file.rests(on: [1: .anything, 2: .under([4])], [3]) }
  guard facts.bytes(for: "a") == bytes else { fatalError("facts have two forms") }
  return 0
}
