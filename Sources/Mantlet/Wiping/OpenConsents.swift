import ScreenPrivacy
import Synchronization

/// The consents to notifications that the app holds now, for the wipe: what they remember is one person's wish.
final class OpenConsents: Sendable {
  private struct Held: Sendable { weak var consent: NotificationConsent? }

  private let held = Mutex<[Held]>([])

  func add(_ consent: NotificationConsent) {
    held.withLock { held in held = held.filter { $0.consent != nil } + [Held(consent: consent)] }
  }

  var all: [NotificationConsent] { held.withLock { $0.compactMap(\.consent) } }

  /// In nobody's way; what the server does not hear it hears at the next return to the foreground.
  func tellServer() {
    for consent in all { Task { _ = try? await consent.cameToForeground() } }
  }
}
