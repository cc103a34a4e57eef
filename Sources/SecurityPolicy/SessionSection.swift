import UntrustedInput

/// The section `session` of a policy file.
extension SessionRequirement {
  static let keys = [
    "accessToken", "refreshToken", "maximum", "inactivity", "background", "serverInactivity", "retryWindow",
    "boundRetryWindow", "refreshFailures", "tokenBinding", "loginEncryption", "appTokenHeader", "pin",
    "password",
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
    if let password = try object.object("password", keys: PasswordRequirement.keys) {
      self.password = try PasswordRequirement(reading: password)
    }
  }

  var json: JSONNode {
    let members = [
      JSONMember("accessToken", .string(DurationText.format(accessToken))),
      JSONMember("refreshToken", .string(DurationText.format(refreshToken))),
      JSONMember("maximum", .string(DurationText.format(maximum))),
      JSONMember("inactivity", .string(DurationText.format(inactivity))),
      JSONMember("background", .string(DurationText.format(background))),
      JSONMember("serverInactivity", .string(DurationText.format(serverInactivity))),
      JSONMember("retryWindow", .string(DurationText.format(retryWindow))),
      JSONMember("boundRetryWindow", .string(DurationText.format(boundRetryWindow))),
      JSONMember("refreshFailures", .integer(Int64(refreshFailures))),
      JSONMember("tokenBinding", .string(tokenBinding.rawValue)),
      JSONMember("loginEncryption", .string(loginEncryption.rawValue)),
      JSONMember("appTokenHeader", .string(appTokenHeader.rawValue)), JSONMember("pin", pin.json),
    ]
    return JSONNode(.object(members + password.members))
  }
}
