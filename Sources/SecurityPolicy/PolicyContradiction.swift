/// Two values of a policy that cannot both be meant.
@nonexhaustive
public enum PolicyContradiction: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  case noBackupPin, listedTwice, noEnvironments
  case refreshShorterThanAccess, sessionShorterThanRefresh, requestLongerThanResource, minimumAboveMaximum
  case insecureInProd, expiryWithoutDay, unpinnedInProd, subdomainsOfAddress
  case bridgeWithoutScripts, talkativeInProd

  public var description: String {
    switch self {
    case .noBackupPin: "at least two different pins are needed, one in use and one in reserve"
    case .listedTwice: "the same entry stands here twice"
    case .noEnvironments: "at least one of dev, stage and prod is needed"
    case .refreshShorterThanAccess: "the refresh token would end before the access token"
    case .sessionShorterThanRefresh: "the session would end before the refresh token"
    case .requestLongerThanResource: "the first byte may come later than the last one"
    case .minimumAboveMaximum: "the minimum is above the maximum"
    case .insecureInProd: "a word that begins with `insecure` is refused in a policy with an environment prod"
    case .expiryWithoutDay: "without the day expires the pins never end"
    case .unpinnedInProd:
      "in prod pins may end in anchorsAlone only where anchors are listed and the platform's do not count"
    case .subdomainsOfAddress: "an address has no names below it"
    case .talkativeInProd:
      "a release build logs errors, or warnings at most: `debug` and `info` are refused in a policy with an environment prod"
    case .bridgeWithoutScripts: "a bridge needs pages that run scripts: javaScript is false"
    }
  }
}
