import UntrustedInput

/// The object `session.password` of a policy file. It is not written where it says the default, so that a policy from
/// before it keeps its digest.
extension PasswordRequirement {
  static let keys = ["kinds"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    kinds = try object.integer("kinds", in: 1...Self.allKinds, or: kinds)
  }

  var members: [JSONMember] {
    self == Self() ? [] : [JSONMember("password", ["kinds": .integer(Int64(kinds))])]
  }
}
