/// What needs the libraries, in a form that the fuzzer sees through.
enum MeshChecksum { static func of(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { [0, 0, 0, bytes.reduce(0, ^)] } }
final class MeshKeySchedule: Sendable {
  let root: Secret
  let id: MeshKeyID
  init(_ root: consuming Secret, epoch: UInt32) {
    self.root = root
    id = MeshKeyID(UInt64(epoch))
  }
  func fingerprint(of record: [UInt8]) -> [UInt8] { Array(record.prefix(8)) }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let text = String(validating: bytes, as: UTF8.self),
    let pending = try? MeshKeyText.read(text, insecureSeedSuite: true, now: 0)
  else { return 0 }
  if (try? pending.confirm(fingerprint: pending.fingerprint.words)) == nil { fatalError() }
  return 0
}
