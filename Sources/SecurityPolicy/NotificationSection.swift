import UntrustedInput

/// The section `notifications` of a policy file.
extension NotificationRequirement {
  static let keys = ["lockScreen", "permission", "push"]

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    lockScreen = try object.word("lockScreen", or: lockScreen)
    permission = try object.word("permission", or: permission)
    push = try object.word("push", or: push)
  }

  /// Nothing where nothing but defaults would stand: policies older than the section keep their bytes and digests.
  var members: [JSONMember] {
    guard self != Self() else { return [] }
    return [
      JSONMember(
        "notifications",
        [
          "lockScreen": .string(lockScreen.rawValue), "permission": .string(permission.rawValue),
          "push": .string(push.rawValue),
        ])
    ]
  }
}
