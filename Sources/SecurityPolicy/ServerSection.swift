import UntrustedInput

/// The section `server` of a policy file; no device slice holds it.
extension ServerRequirement {
  static let keys = ["unattested", "maximumReportAge", "detectionMemory", "devices"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    if let tier = try object.object(
      "unattested", keys: ["admitted", "mayLogIn", "mayStoreRecords", "requestsPerMinute"])
    {
      unattested.admitted = try tier.flag("admitted", or: unattested.admitted)
      unattested.mayLogIn = try tier.flag("mayLogIn", or: unattested.mayLogIn)
      unattested.mayStoreRecords = try tier.flag("mayStoreRecords", or: unattested.mayStoreRecords)
      unattested.requestsPerMinute = try tier.integer(
        "requestsPerMinute", in: 1...100_000, or: unattested.requestsPerMinute)
    }
    maximumReportAge = try object.duration(
      "maximumReportAge", in: .seconds(10) ... .seconds(86400), or: maximumReportAge)
    detectionMemory = try object.duration("detectionMemory", in: .zero ... .seconds(30 * 86400), or: detectionMemory)
    if let platforms = try object.object("devices", keys: Platform.allCases.map(\.rawValue)) {
      for platform in Platform.allCases {
        guard let rules = try platforms.object(platform.rawValue, keys: DeviceRules.keys) else { continue }
        devices[platform] = try DeviceRules(reading: rules)
      }
    }
  }

  var json: JSONNode {
    let rules = Platform.allCases.compactMap { platform in
      devices[platform].map { JSONMember(platform.rawValue, $0.json) }
    }
    return [
      "unattested": [
        "admitted": JSONNode(.bool(unattested.admitted)), "mayLogIn": JSONNode(.bool(unattested.mayLogIn)),
        "mayStoreRecords": JSONNode(.bool(unattested.mayStoreRecords)),
        "requestsPerMinute": .integer(Int64(unattested.requestsPerMinute)),
      ],
      "maximumReportAge": .string(DurationText.format(maximumReportAge)),
      "detectionMemory": .string(DurationText.format(detectionMemory)),
      "devices": JSONNode(.object(rules)),
    ]
  }
}
