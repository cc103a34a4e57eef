import UntrustedInput

/// The section `screen` of a policy file. Keys with their default value are not written, and neither is a section without
/// any, so that a policy from before it keeps its bytes and its digest.
extension ScreenRequirement {
  static let keys = ["cover", "onScreenshot", "onCapture", "pasteboardExpiry", "thirdPartyKeyboards"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    cover = try object.word("cover", or: cover)
    onScreenshot = try object.word("onScreenshot", or: onScreenshot)
    onCapture = try object.word("onCapture", or: onCapture)
    pasteboardExpiry = try object.duration(
      "pasteboardExpiry", in: .seconds(1) ... .seconds(3600), or: pasteboardExpiry)
    thirdPartyKeyboards = try object.word("thirdPartyKeyboards", or: thirdPartyKeyboards)
  }

  /// The member `screen`; none when every value is the default.
  var members: [JSONMember] {
    let standard = ScreenRequirement()
    var members: [JSONMember] = []
    if cover != standard.cover { members.append(JSONMember("cover", .string(cover.rawValue))) }
    if onScreenshot != standard.onScreenshot {
      members.append(JSONMember("onScreenshot", .string(onScreenshot.rawValue)))
    }
    if onCapture != standard.onCapture { members.append(JSONMember("onCapture", .string(onCapture.rawValue))) }
    if pasteboardExpiry != standard.pasteboardExpiry {
      members.append(JSONMember("pasteboardExpiry", .string(DurationText.format(pasteboardExpiry))))
    }
    if thirdPartyKeyboards != standard.thirdPartyKeyboards {
      members.append(JSONMember("thirdPartyKeyboards", .string(thirdPartyKeyboards.rawValue)))
    }
    return members.isEmpty ? [] : [JSONMember("screen", JSONNode(.object(members)))]
  }

  /// The first key whose word a policy for `prod` must not hold.
  var insecureKey: String? {
    if cover.isInsecure { return "cover" }
    if onCapture.isInsecure { return "onCapture" }
    return thirdPartyKeyboards.isInsecure ? "thirdPartyKeyboards" : nil
  }
}
