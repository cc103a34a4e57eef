import UntrustedInput

/// The section `session` of a policy file.
extension SessionRequirement {
  static let keys = ["accessToken", "refreshToken", "maximum", "inactivity", "refreshFailures", "pin"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    let year = Duration.seconds(365 * 86400)
    accessToken = try object.duration("accessToken", in: .seconds(1) ... .seconds(86400), or: accessToken)
    refreshToken = try object.duration("refreshToken", in: .seconds(1)...year, or: refreshToken)
    maximum = try object.duration("maximum", in: .seconds(1)...year, or: maximum)
    inactivity = try object.duration("inactivity", in: .seconds(1) ... .seconds(7 * 86400), or: inactivity)
    refreshFailures = try object.integer("refreshFailures", in: 1...100, or: refreshFailures)
    guard refreshToken >= accessToken else {
      throw .contradiction(
        .refreshShorterThanAccess, path: object.path, at: object.place("refreshToken", "accessToken"))
    }
    guard maximum >= refreshToken else {
      throw .contradiction(.sessionShorterThanRefresh, path: object.path, at: object.place("maximum", "refreshToken"))
    }
    if let pin = try object.object("pin", keys: ["minimumDigits", "maximumDigits"]) {
      minimumPINDigits = try pin.integer("minimumDigits", in: 4...16, or: minimumPINDigits)
      maximumPINDigits = try pin.integer("maximumDigits", in: 4...16, or: maximumPINDigits)
      guard minimumPINDigits <= maximumPINDigits else {
        throw .contradiction(
          .minimumAboveMaximum, path: pin.path, at: pin.place("minimumDigits", "maximumDigits"))
      }
    }
  }

  var json: JSONNode {
    [
      "accessToken": .string(DurationText.format(accessToken)),
      "refreshToken": .string(DurationText.format(refreshToken)),
      "maximum": .string(DurationText.format(maximum)), "inactivity": .string(DurationText.format(inactivity)),
      "refreshFailures": .integer(Int64(refreshFailures)),
      "pin": [
        "minimumDigits": .integer(Int64(minimumPINDigits)), "maximumDigits": .integer(Int64(maximumPINDigits)),
      ],
    ]
  }
}
