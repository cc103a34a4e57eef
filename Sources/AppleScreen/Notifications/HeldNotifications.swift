import UserNotifications

/// Every notification of this app that the system holds: those that wait and those that lie in its list of delivered
/// ones, planned here or sent by a server. For a wipe; what other devices of the person show is out of reach.
/// Source: BSI TR-03161-1 O.Data_17; Apple, UNUserNotificationCenter `removeAllDeliveredNotifications()`.
public struct HeldNotifications: Sendable {
  /// The system removes in its own time: so often is it asked whether it has.
  static let looks = 8

  public init() {}

  /// Removes them all.
  public func removeAll() async {  // O.Data_17#997
    for _ in 0..<Self.looks {
      UNUserNotificationCenter.current().removeAllPendingNotificationRequests()
      UNUserNotificationCenter.current().removeAllDeliveredNotifications()
      if await count() == 0 { return }
    }
  }

  /// How many there are.
  public func count() async -> Int {
    let waiting: Int = await withCheckedContinuation { continuation in
      UNUserNotificationCenter.current().getPendingNotificationRequests { @Sendable in
        continuation.resume(returning: $0.count)
      }
    }
    let delivered: Int = await withCheckedContinuation { continuation in
      UNUserNotificationCenter.current().getDeliveredNotifications { @Sendable in
        continuation.resume(returning: $0.count)
      }
    }
    return waiting + delivered
  }
}
