import SecurityPolicy

/// A ``ProbeOverlay`` that the policy's overlay key signed, that has begun and not ended, and that is not older than the
/// one in force. There is no other way to make one.
///
/// Protected: nobody without the key weakens a check, and an old overlay does not come back within one run of the app.
/// Not protected: a device that never gets the newest overlay keeps to the last one until that ends.
public struct VerifiedOverlay: Sendable, Hashable {
  public let overlay: ProbeOverlay

  /// - Parameters:
  ///   - signer: ``IntegrityRequirement/overlayKey``; nil accepts no overlay.
  ///   - now: seconds since 1970.
  ///   - held: the number of the overlay in force; a lower one is refused.
  /// - Throws: ``WireError`` `keyUnknown` for another signer, `signatureInvalid`, `wrongShape`, `unreadable`, `missing`,
  ///   `unknownVersion`, `notYetValid`, `expired` (also for a number below `held`).
  public init(
    verifying compact: some StringProtocol, signedBy signer: String?, now: Int64, after held: Int64 = 0
  ) throws(WireError) {
    let message = try SignedMessage(verifying: compact, as: .overlay)
    guard let signer, message.key.thumbprint == signer else { throw .keyUnknown }
    overlay = try ProbeOverlay(reading: message.payload)
    guard overlay.issuedAt <= now else { throw .notYetValid }
    guard now < overlay.expiresAt, overlay.number >= held else { throw .expired }
  }

  /// Whether it is over at `now`, seconds since 1970. An overlay that ends while the app runs is obeyed no longer.
  public func isOver(at now: Int64) -> Bool { now >= overlay.expiresAt || now < overlay.issuedAt }
}
