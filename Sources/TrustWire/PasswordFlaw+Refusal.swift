public import UntrustedInput

extension PasswordFlaw {
  /// The same in words for the person who typed it, in German and English.
  public var refusal: InputRefusal {
    switch self {
    case .tooShort: InputRefusal(.tooShort, limit: PasswordRules.shortest)
    case .tooLong: InputRefusal(.tooLong, limit: PasswordRules.longest)
    case .noText: InputRefusal(.notText)
    case .common: InputRefusal(.commonPassword)
    case .likeName: InputRefusal(.passwordLikeName)
    case .unchanged: InputRefusal(.passwordUnchanged)
    case .tooFewKinds: InputRefusal(.passwordKinds)
    }
  }
}
