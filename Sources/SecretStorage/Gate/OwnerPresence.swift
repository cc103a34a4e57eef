public import Redaction
public import SecurityPolicy

/// The way to the owner of the device: the seam to Apple's biometric prompt.
///
/// It answers with secrets: whoever replaces the prompt's answer in a running app has no key for it.
/// Source: MASVS-AUTH-2; BSI TR-03161-1 O.Auth_3, O.Auth_5.
public protocol OwnerPresence: Sendable {
  /// Reads an item that asks for its owner: brings up the prompt, and nil when there is no such item (any more).
  ///
  /// - Parameter reason: what the owner reads in the prompt, in their language.
  /// - Throws: `StorageError` `cancelled`, `authenticationFailed`, `interactionNotAllowed`, `locked` and what a store
  ///   throws. Some systems say `authenticationFailed` of an item whose biometric set has changed.
  func read(_ name: SecretName, reason: String) async throws(StorageError) -> Secret?

  /// Stands for the set of enrolled faces and fingers, and tells nothing about them; nil when the system does not say.
  func enrolment() async -> [UInt8]?

  /// Whether the device has a passcode. Asks nobody.
  func passcode() async -> Verdict
}
