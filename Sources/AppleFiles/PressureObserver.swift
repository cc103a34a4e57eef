public import DataLifecycle
public import Foundation

/// Tells caches when the system warns about memory or the app ends. It observes for as long as it lives.
///
/// The names are those of UIKit and AppKit as text, so that an extension without either can use it. Caches are emptied
/// on the thread that posts, before the post returns: on termination there is no later.
/// Source: https://developer.apple.com/documentation/uikit/uiapplication/didreceivememorywarningnotification,
/// https://developer.apple.com/documentation/uikit/uiapplication/willterminatenotification
public final class PressureObserver {
  /// The system's notifications and what they mean.
  public static let systemNotifications: [Notification.Name: PressureEvent] = [
    Notification.Name("UIApplicationDidReceiveMemoryWarningNotification"): .memoryPressure,
    Notification.Name("UIApplicationWillTerminateNotification"): .termination,
    Notification.Name("NSApplicationWillTerminateNotification"): .termination,
  ]

  private let center: NotificationCenter
  private let tokens: [any NSObjectProtocol]

  /// Observes until it ends.
  ///
  /// - Parameter onEvent: called for each notification, on the thread that posts it.
  public init(
    center: NotificationCenter = .default,
    notifications: [Notification.Name: PressureEvent] = PressureObserver.systemNotifications,
    onEvent: @escaping @Sendable (PressureEvent) -> Void
  ) {
    self.center = center
    tokens = notifications.map { name, event in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in onEvent(event) }
    }
  }

  /// Empties these caches.
  public convenience init(center: NotificationCenter = .default, relieving caches: [any PressureRelief]) {
    self.init(center: center) { event in
      for cache in caches { cache.relieve(event) }
    }
  }

  deinit {
    for token in tokens { center.removeObserver(token) }
  }
}
