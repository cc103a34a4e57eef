public let DCErrorDomain = "com.apple.devicecheck.error"

/// The numbers are Apple's.
public struct DCError: Error, Sendable {
  public enum Code: Int, Sendable {
    case unknownSystemFailure = 0
    case featureUnsupported = 1
    case invalidInput = 2
    case invalidKey = 3
    case serverUnavailable = 4
  }

  public let code: Code
  public init(_ code: Code) { self.code = code }
}
