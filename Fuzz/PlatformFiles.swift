@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let pins = ["AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=", "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI="]
  guard let today = PolicyDay("2026-11-23"),
    let plan = try? NetworkPlan(
      EnvironmentRequirement(endpoint: "https://api.example.org", pins: pins, tokenKeys: [], loginKey: ""))
  else { fatalError() }
  if let file = try? AndroidNetworkFile(reading: bytes, today: today) { _ = file.compared(with: plan) }
  if let file = try? AppleNetworkFile(reading: bytes) { _ = file.compared(with: plan) }
  _ = try? AppSiteAssociation(reading: bytes)
  _ = try? AssetLinks(reading: bytes)
  return 0
}
