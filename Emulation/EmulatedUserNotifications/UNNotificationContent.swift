public import Foundation

open class UNNotificationContent: NSObject {
  open fileprivate(set) var title = ""
  open fileprivate(set) var body = ""
  open fileprivate(set) var categoryIdentifier = ""
  open fileprivate(set) var sound: UNNotificationSound?
  open fileprivate(set) var userInfo: [AnyHashable: Any] = [:]
}

open class UNMutableNotificationContent: UNNotificationContent {
  override open var title: String {
    get { super.title }
    set { super.title = newValue }
  }
  override open var body: String {
    get { super.body }
    set { super.body = newValue }
  }
  override open var categoryIdentifier: String {
    get { super.categoryIdentifier }
    set { super.categoryIdentifier = newValue }
  }
  override open var sound: UNNotificationSound? {
    get { super.sound }
    set { super.sound = newValue }
  }
}

open class UNNotificationSound: NSObject {
  public static var `default`: UNNotificationSound { UNNotificationSound() }
}
