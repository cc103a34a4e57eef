import Foundation

/// The pins of a policy, one on a line: what was read is what stands there, in its order and each once.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let lines = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  guard let set = try? PinSet(base64: lines) else { return 0 }
  var seen: Set<[UInt8]> = []
  let once = lines.filter { seen.insert(Array($0.utf8)).inserted }
  if once.count < PinSet.minimumCount || !set.ordered.map(\.base64).elementsEqual(once) { fatalError() }
  if set.pins != Set(set.ordered) || set.pins.count != once.count { fatalError() }
  for text in once where (try? CertificatePin(base64: text))?.base64 != text { fatalError() }
  return 0
}
