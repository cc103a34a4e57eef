import AppIntegrity
import Foundation
import SecurityPolicy
import TrustWire

/// Which probes count for less for a while.
extension Shield {
  /// Obeys an overlay that the policy's overlay key signed, from the next check until it ends, the app ends, or a newer
  /// one comes. Its number is kept first: no older one is obeyed any more, after a restart neither.
  ///
  /// - Throws: ``ShieldError/overlayRefused(_:)``; ``ShieldError/integrity(_:)`` while its number cannot be kept.
  public func obey(overlay compact: String) async throws(ShieldError) {
    let held: Int64
    do { held = try await checks.overlayNumber() } catch { throw .integrity(error) }
    let overlay: VerifiedOverlay
    do {
      overlay = try VerifiedOverlay(
        verifying: compact, signedBy: slice.integrity.overlayKey,
        now: Int64(now().timeIntervalSince1970.rounded(.down)), after: held)
    } catch {
      throw .overlayRefused(error)
    }
    do { try await checks.obey(overlay) } catch { throw .integrity(error) }
  }
}
