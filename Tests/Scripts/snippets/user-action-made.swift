// must-not-compile: 'UserAction' initializer is inaccessible due to 'package' protection level
import ScreenPrivacy

func use(_ consent: NotificationConsent) async throws { _ = try await consent.switchOn(UserAction()) }
