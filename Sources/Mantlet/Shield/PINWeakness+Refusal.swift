public import SecretStorage
public import UntrustedInput

extension PINWeakness {
  // O.Source_4#1252
  /// The same in words for the person who chose the PIN, in German and English. Which pattern it was is not said.
  public var refusal: InputRefusal {
    switch self {
    case .tooShort(let minimum): InputRefusal(.tooShort, limit: minimum)
    case .tooLong(let maximum): InputRefusal(.tooLong, limit: maximum)
    default: InputRefusal(.weakPIN)
    }
  }
}
