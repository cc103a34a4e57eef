import UntrustedInput

/// The section `session` of a policy file.
extension SessionRequirement {
  static let keys = [
    "accessToken", "refreshToken", "maximum", "inactivity", "background", "serverInactivity", "retryWindow",
    "boundRetryWindow", "refreshFailures", "tokenBinding", "loginEncryption", "appTokenHeader", "pin",
  ]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    let (second, day) = (Duration.seconds(1), Duration.seconds(86400))
    accessToken = try object.duration("accessToken", in: second...day, or: accessToken)
    refreshToken = try object.duration("refreshToken", in: second...(day * 365), or: refreshToken)
    maximum = try object.duration("maximum", in: second...(day * 365), or: maximum)
    inactivity = try object.duration("inactivity", in: second...(day * 7), or: inactivity)
    background = try object.duration("background", in: second...(day * 7), or: background)
    serverInactivity = try object.duration("serverInactivity", in: second...(day * 365), or: serverInactivity)
    retryWindow = try object.duration("retryWindow", in: second ... .seconds(600), or: retryWindow)
    boundRetryWindow = try object.duration("boundRetryWindow", in: second...(day * 14), or: boundRetryWindow)
    refreshFailures = try object.integer("refreshFailures", in: 1...100, or: refreshFailures)
    tokenBinding = try object.word("tokenBinding", or: tokenBinding)
    loginEncryption = try object.word("loginEncryption", or: loginEncryption)
    appTokenHeader = try object.word("appTokenHeader", or: appTokenHeader)
    guard refreshToken >= accessToken else {
      throw .contradiction(
        .refreshShorterThanAccess, path: object.path, at: object.place("refreshToken", "accessToken"))
    }
    guard maximum >= refreshToken else {
      throw .contradiction(.sessionShorterThanRefresh, path: object.path, at: object.place("maximum", "refreshToken"))
    }
    if let pin = try object.object("pin", keys: PINRequirement.keys) { self.pin = try PINRequirement(reading: pin) }
  }

  var json: JSONNode {
    [
      "accessToken": .string(DurationText.format(accessToken)),
      "refreshToken": .string(DurationText.format(refreshToken)),
      "maximum": .string(DurationText.format(maximum)), "inactivity": .string(DurationText.format(inactivity)),
      "background": .string(DurationText.format(background)),
      "serverInactivity": .string(DurationText.format(serverInactivity)),
      "retryWindow": .string(DurationText.format(retryWindow)),
      "boundRetryWindow": .string(DurationText.format(boundRetryWindow)),
      "refreshFailures": .integer(Int64(refreshFailures)), "tokenBinding": .string(tokenBinding.rawValue),
      "loginEncryption": .string(loginEncryption.rawValue), "appTokenHeader": .string(appTokenHeader.rawValue),
      "pin": pin.json,
    ]
  }
}
