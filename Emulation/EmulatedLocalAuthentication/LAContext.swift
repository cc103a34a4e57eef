public import Foundation
public import Security

/// One occasion on which the owner is asked. Follows Apple: what was approved once stays approved for this context;
/// `interactionNotAllowed` answers `notInteractive`; an invalidated context answers `invalidContext`.
/// Left out: reuse of the unlock (`touchIDAuthenticationAllowableReuseDuration` is kept and ignored), the fallback
/// button, set credentials, companion devices. Not Sendable.
open class LAContext: NSObject, AuthenticationContext {
  open var localizedReason = ""
  open var localizedFallbackTitle: String?
  open var localizedCancelTitle: String?
  open var interactionNotAllowed = false
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0
  private var isValid = true
  private var approved: Set<OwnerDemand> = []

  public override init() {}

  /// The prompt that is up is dismissed, and no other comes up through this context.
  open func invalidate() { isValid = false }

  /// Follows Apple: without passcode `passcodeNotSet`, biometry without enrolment `biometryNotEnrolled`, while locked
  /// out `biometryLockout`.
  open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool {
    let refusal = isValid ? EmulatedDevice.current.obstacle(to: policy.demand) : .invalidContext
    error?.pointee = refusal.map { NSError(domain: LAErrorDomain, code: $0.rawValue) }
    return refusal == nil
  }

  open var domainState: LADomainState { LADomainState(biometry: EmulatedDevice.current.biometrySet) }

  /// What the emulated keychain asks; Apple's is private.
  public func refusal(of demand: OwnerDemand) -> OwnerRefusal? {
    guard isValid else { return .invalidContext }
    if approved.contains(demand) || (demand == .biometryOrPasscode && !approved.isEmpty) { return nil }
    guard !interactionNotAllowed else { return .notInteractive }
    let refusal = EmulatedDevice.current.ask(demand)
    if refusal == nil { approved.insert(demand) }
    return refusal
  }
}
