import UntrustedInput

/// The section `network` of a policy file.
extension NetworkRequirement {
  static let keys = ["minimumTLS", "tlsProfile", "requestTimeout", "resourceTimeout"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    let range = Duration.seconds(1) ... .seconds(3600)
    minimumTLS = try object.word("minimumTLS", or: minimumTLS)
    tlsProfile = try object.word("tlsProfile", or: tlsProfile)
    requestTimeout = try object.duration("requestTimeout", in: range, or: requestTimeout)
    resourceTimeout = try object.duration("resourceTimeout", in: range, or: resourceTimeout)
    guard requestTimeout <= resourceTimeout else {
      throw .contradiction(
        .requestLongerThanResource, path: object.path, at: object.place("requestTimeout", "resourceTimeout"))
    }
  }

  var json: JSONNode {
    var members = [JSONMember("minimumTLS", .string(minimumTLS.rawValue))]
    if tlsProfile != NetworkRequirement().tlsProfile {
      members.append(JSONMember("tlsProfile", .string(tlsProfile.rawValue)))
    }
    members += [
      JSONMember("requestTimeout", .string(DurationText.format(requestTimeout))),
      JSONMember("resourceTimeout", .string(DurationText.format(resourceTimeout))),
    ]
    return JSONNode(.object(members))
  }
}
