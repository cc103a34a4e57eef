public import Foundation

/// Answers come at once, on the caller's thread; at Apple they come later and on any thread.
open class UNUserNotificationCenter: NSObject {
  private let system = EmulatedNotifications.current

  open class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }

  open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
    completionHandler(UNNotificationSettings(authorizationStatus: system.now.status))
  }

  /// Follows Apple: the question is shown once; later the answer is the earlier one. Provisional is granted unasked.
  open func requestAuthorization(
    options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let answer: Bool? = system.change { state in
      state.options.append(options)
      if state.status == .notDetermined {
        if options.contains(.provisional) {
          state.status = .provisional
          return true
        }
        state.asked += 1
        guard let answer = state.answer else { return nil }
        state.status = answer ? .authorized : .denied
      }
      return state.status == .authorized || state.status == .provisional
    }
    guard let answer else { return completionHandler(false, NSError(domain: "UNErrorDomain", code: 1)) }
    completionHandler(answer, nil)
  }

  /// A request with a known identifier replaces the earlier one.
  open func add(
    _ request: UNNotificationRequest, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let trigger = request.trigger as? UNCalendarNotificationTrigger
    let content = request.content
    let pending = EmulatedNotifications.Pending(
      identifier: request.identifier, title: content.title, body: content.body,
      category: content.categoryIdentifier, hasSound: content.sound != nil, hasUserInfo: !content.userInfo.isEmpty,
      components: trigger?.dateComponents, repeats: trigger?.repeats ?? false)
    let isKept = system.change { state in
      guard !state.isFull else { return false }
      state.pending.removeAll { $0.identifier == pending.identifier }
      state.pending.append(pending)
      return true
    }
    completionHandler?(isKept ? nil : NSError(domain: "UNErrorDomain", code: 1400))
  }

  open func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    completionHandler(
      system.now.pending.map {
        UNNotificationRequest(identifier: $0.identifier, content: UNMutableNotificationContent(), trigger: nil)
      })
  }

  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    system.change { $0.pending.removeAll { identifiers.contains($0.identifier) } }
  }

  open func removeAllPendingNotificationRequests() { system.change { $0.pending = [] } }

  open func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
    completionHandler((0..<system.now.delivered).map { _ in UNNotification() })
  }

  open func removeAllDeliveredNotifications() { system.change { $0.delivered = 0 } }

  open func getNotificationCategories(completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void) {
    let categories = system.now.placeholders.map {
      UNNotificationCategory(
        identifier: $0.key, actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: $0.value)
    }
    completionHandler(Set(categories))
  }

  /// Replaces every category that was there.
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    let placeholders = categories.map { ($0.identifier, $0.hiddenPreviewsBodyPlaceholder) }
    system.change { $0.placeholders = Dictionary(placeholders) { first, _ in first } }
  }
}
