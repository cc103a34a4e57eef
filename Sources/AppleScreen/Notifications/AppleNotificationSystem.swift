import Foundation
public import ScreenPrivacy
import UserNotifications

#if canImport(UIKit)
  import UIKit
#endif

/// The system's side of notifications on Apple platforms.
///
/// It asks for alerts and sounds, never for quiet ("provisional") delivery; what App Clips may do unasked is no
/// permission here. On macOS it fetches no push token. Source: Apple, UNUserNotificationCenter
/// `requestAuthorization(options:completionHandler:)`, UIApplication `registerForRemoteNotifications()`.
public struct AppleNotificationSystem: NotificationSystem {
  public init() {}

  public func authorization() async -> NotificationAuthorization {
    await withCheckedContinuation { continuation in
      UNUserNotificationCenter.current().getNotificationSettings { @Sendable settings in
        let answer: NotificationAuthorization =
          switch settings.authorizationStatus {
          case .notDetermined: .undetermined
          case .authorized: .granted
          case .provisional, .ephemeral: .quiet
          default: .denied
          }
        continuation.resume(returning: answer)
      }
    }
  }

  public func ask() async throws(NotificationRefusal) {
    // O.Plat_5#853
    let code: Int? = await withCheckedContinuation { continuation in
      UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { @Sendable _, error in
        continuation.resume(returning: error.map { ($0 as NSError).code })
      }
    }
    // A "no" of the user comes as no error, or as one beside the state that says it.
    if let code, await authorization() == .undetermined { throw .system(code) }
  }

  public func register() async {
    #if canImport(UIKit)
      await MainActor.run { UIApplication.shared.registerForRemoteNotifications() }
    #endif
  }

  public func unregister() async {
    #if canImport(UIKit)
      await MainActor.run { UIApplication.shared.unregisterForRemoteNotifications() }
    #endif
  }
}
