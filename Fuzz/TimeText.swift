@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  if let range = try? TimeRange(text), (try? TimeRange(range.description)) != range { fatalError() }
  if let sleep = try? SleepDuration(text), (try? SleepDuration(sleep.description)) != sleep { fatalError() }
  if let day = try? CalendarDay(text), (try? CalendarDay(day.description)) != day { fatalError() }
  return 0
}
