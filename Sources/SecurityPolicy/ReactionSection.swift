import UntrustedInput

/// `integrity.reactions` of a policy file: a profile, a category, a reaction.
extension ReactionRules {
  static let keys = BuildProfile.allCases.map(\.rawValue)
  private static let undetermined = "whenUndetermined"

  init(reading object: PolicyReader) throws(PolicyError) {
    self.init()
    for profile in BuildProfile.allCases {
      let keys = ThreatCategory.allCases.map(\.rawValue) + [Self.undetermined]
      guard let words = try object.object(profile.rawValue, keys: keys) else { continue }
      for category in ThreatCategory.allCases {
        self[profile, category] = try words.word(category.rawValue, or: self[profile, category])
      }
      let open = try words.word(Self.undetermined, or: whenUndetermined(profile))
      if profile == .debug { debugWhenUndetermined = open } else { releaseWhenUndetermined = open }
    }
  }

  var json: JSONNode {
    JSONNode(
      .object(
        BuildProfile.allCases.map { profile in
          let words = ThreatCategory.allCases.map { category in
            JSONMember(category.rawValue, .string(self[profile, category].rawValue))
          }
          let open = JSONMember(Self.undetermined, .string(whenUndetermined(profile).rawValue))
          return JSONMember(profile.rawValue, JSONNode(.object(words + [open])))
        }))
  }
}
