import Foundation

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let bed = Date(timeIntervalSince1970: Double(bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }) / 1000)
  if let night = try? SleepLogEntry(id: UUID(), date: bed, payload: bytes), night.payload != bytes { fatalError() }
  if let entry = try? MissionEntry(id: UUID(), date: bed, payload: bytes), entry.payload != bytes { fatalError() }
  let (id, at) = (UUID(), Date(timeIntervalSince1970: 1_700_000_000))
  guard let answer = try? QuestionnaireResponse(id: id, date: at, payload: bytes) else { return 0 }
  if (try? QuestionnaireResponse(id: id, date: at, payload: answer.payload)) != answer { fatalError() }
  return 0
}
