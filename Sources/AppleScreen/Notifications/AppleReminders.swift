public import Foundation
public import ScreenPrivacy
public import UntrustedInput
import UserNotifications

/// Puts the reminders of the next days into the system's list, and takes out what it put there before.
///
/// A request carries the words that the policy leaves, the name of its template as category, and nothing else: no data,
/// no attachment. Source: Apple, UNCalendarNotificationTrigger, UNNotificationCategory `hiddenPreviewsBodyPlaceholder`.
public actor AppleReminders {
  private let rules: NotificationRules
  private let consent: NotificationConsent
  /// One plan after the other: the times that were set last are those that stay.
  private var last: Task<Void, Never>?

  /// From now on reminders go when the user switches notifications off.
  public init(rules: NotificationRules, consent: NotificationConsent) {
    self.rules = rules
    self.consent = consent
    consent.onOff("reminders") { await Self.remove { _ in true } }
  }

  /// Plans again: at every return to the foreground, and when the user's times or the time zone change.
  ///
  /// - Returns: how many notifications wait now.
  /// - Throws: `notGranted`, `notInPolicy`, `storage`, `damaged`, `newerFormat`, and then nothing waits any more;
  ///   `system` when the system did not take one.
  @discardableResult
  public func plan(
    _ reminders: [Reminder], after now: Date, in zone: TimeZone, language: DisplayLanguage
  ) async throws(NotificationRefusal) -> Int {
    let plan = ReminderPlan(reminders, after: now, in: zone)
    let before = last
    let planning = Task { () async -> Result<Int, NotificationRefusal> in
      await before?.value
      do throws(NotificationRefusal) { return .success(try await put(plan, language)) } catch { return .failure(error) }
    }
    last = Task { _ = await planning.value }
    return try await planning.value.get()
  }

  private func put(
    _ plan: ReminderPlan, _ language: DisplayLanguage
  ) async throws(NotificationRefusal) -> Int {
    try await requirePermission()
    let planned = Set(plan.entries.map(\.identifier))
    await Self.remove { !planned.contains($0) }
    await announce(plan.entries.map(\.reminder.template), language)
    for entry in plan.entries { try await add(entry, language) }
    // Whoever switched off meanwhile must not be reminded.
    try await requirePermission()
    return plan.entries.count
  }

  private func requirePermission() async throws(NotificationRefusal) {
    do { try await consent.requirePermission() } catch {
      await removeAll()
      throw error
    }
  }

  /// Takes every reminder out of the system's list.
  public func removeAll() async { await Self.remove { _ in true } }

  private static func remove(_ isOld: @escaping @Sendable (String) -> Bool) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      UNUserNotificationCenter.current().getPendingNotificationRequests { @Sendable requests in
        let old = requests.map(\.identifier).filter { ReminderPlan.owns($0) && isOld($0) }
        UNUserNotificationCenter.current().removePendingNotificationRequests(withIdentifiers: old)
        continuation.resume()
      }
    }
  }

  /// What stands there where the user hides previews. Categories of the app's own stay. It returns when they are set, so
  /// that the next plan does not read the ones before and put them back.
  private func announce(_ templates: [NotificationTemplate], _ language: DisplayLanguage) async {
    let words = Dictionary(templates.map { ($0.name, rules.content($0, in: language).placeholder) }) { one, _ in one }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      UNUserNotificationCenter.current().getNotificationCategories { @Sendable known in
        let ours = words.map { name, placeholder in
          UNNotificationCategory(
            identifier: name, actions: [], intentIdentifiers: [], hiddenPreviewsBodyPlaceholder: placeholder,
            options: [])
        }
        let others = known.filter { words[$0.identifier] == nil }
        UNUserNotificationCenter.current().setNotificationCategories(others.union(ours))
        continuation.resume()
      }
    }
  }

  private func add(_ entry: ReminderPlan.Entry, _ language: DisplayLanguage) async throws(NotificationRefusal) {
    let words = rules.content(entry.reminder.template, in: language)
    let content = UNMutableNotificationContent()
    content.title = words.title
    content.body = words.body
    content.categoryIdentifier = words.template
    content.sound = .default
    let trigger = UNCalendarNotificationTrigger(dateMatching: Self.components(of: entry.date), repeats: false)
    let request = UNNotificationRequest(identifier: entry.identifier, content: content, trigger: trigger)
    let code: Int? = await withCheckedContinuation { continuation in
      UNUserNotificationCenter.current().add(request) { @Sendable error in
        continuation.resume(returning: error.map { ($0 as NSError).code })
      }
    }
    if let code { throw .system(code) }
  }

  /// In UTC: a time that comes twice in one night would be ambiguous on the clocks of the place.
  static func components(of date: Date) -> DateComponents {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var components = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
    components.calendar = calendar
    components.timeZone = .gmt
    return components
  }
}
