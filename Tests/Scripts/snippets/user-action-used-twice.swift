// must-not-compile: 'action' consumed more than once
import ScreenPrivacy

func use(_ consent: NotificationConsent, _ action: consuming UserAction) async throws {
  _ = try await consent.switchOn(action)
  _ = try await consent.switchOn(action)
}
