import UntrustedInput

/// The section `network` of a policy file.
extension NetworkRequirement {
  static let keys = ["minimumTLS", "requestTimeout", "resourceTimeout"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    let range = Duration.seconds(1) ... .seconds(3600)
    minimumTLS = try object.word("minimumTLS", or: minimumTLS)
    requestTimeout = try object.duration("requestTimeout", in: range, or: requestTimeout)
    resourceTimeout = try object.duration("resourceTimeout", in: range, or: resourceTimeout)
    guard requestTimeout <= resourceTimeout else {
      throw .contradiction(
        .requestLongerThanResource, path: object.path, at: object.place("requestTimeout", "resourceTimeout"))
    }
  }

  var json: JSONNode {
    [
      "minimumTLS": .string(minimumTLS.rawValue),
      "requestTimeout": .string(DurationText.format(requestTimeout)),
      "resourceTimeout": .string(DurationText.format(resourceTimeout)),
    ]
  }
}
