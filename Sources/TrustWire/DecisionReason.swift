import SecurityPolicy
import UntrustedInput

/// One thing that speaks against a device: the code that apps know, and what exactly it was.
public struct DecisionReason: Sendable, Hashable {
  /// Finer than the code: what an operator acts on.
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    case protocolVersion, platformUnknown, platformRejected
    case versionUnreadable, versionBlacklisted, versionTooLow, versionTooHigh
    case patchUnreadable, patchMissing, patchBlacklisted, patchTooLow, patchTooHigh, vendorPatchTooLow, bootPatchTooLow
    case rooted, bootUnverified, bootLoaderUnlocked, deviceUnsound
    case hooked, debugged, appUnknown, signerUnknown, teamUnknown, appNotRecognised, developmentBuild
    /// The app was signed for another way of distribution than the policy takes, states none, or was signed anew.
    case categoryRefused, categoryMissing, categoryChanged
    /// An earlier check in the same report saw it; the newest one no longer does.
    case rootedBefore, hookedBefore, debuggedBefore
    case couldNotTell, reportTooOld, reportFromTheFuture
    case attestationMissing
    /// The evidence is not what it should be, or is about something else.
    case attestationRefused
    /// The evidence could not be judged: a doubt, and never taken for good.
    case attestationUndetermined
    case unattestedRefused
  }

  public let code: DecisionCode
  public let cause: Cause
  public let basis: Decision.Basis
  /// One of our own sentences.
  public let explanation: String

  public init(_ code: DecisionCode, _ cause: Cause, _ basis: Decision.Basis, _ explanation: String) {
    self.code = code
    self.cause = cause
    self.basis = basis
    self.explanation = explanation
  }

  /// As it is printed and kept.
  public var node: JSONNode {
    [
      "code": .string(code.rawValue), "cause": .string(cause.rawValue), "basis": .string(basis.rawValue),
      "explanation": .string(explanation),
    ]
  }
}
