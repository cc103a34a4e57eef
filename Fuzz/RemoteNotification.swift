@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let check = RemoteNotificationCheck(RemoteNotificationRules(NotificationRequirement(), dataKeys: ["screen"]))
  if case .holds = check.verdict(on: bytes), String(decoding: bytes, as: UTF8.self).contains("Anna ") { fatalError() }
  return 0
}
