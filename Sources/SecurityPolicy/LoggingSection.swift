import UntrustedInput

/// The section `logging` of a policy file.
extension LoggingRequirement {
  static let keys = ["release", "debug"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    release = try object.word("release", or: release)
    debug = try object.word("debug", or: debug)
  }

  var json: JSONNode { ["release": .string(release.rawValue), "debug": .string(debug.rawValue)] }
}
