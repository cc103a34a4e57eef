import Redaction
public import SecurityPolicy

/// What remote notifications may say and carry.
public struct RemoteNotificationRules: Sendable, Hashable {
  /// The texts that may be shown, exactly.
  public let texts: Set<String>
  /// Names of templates: categories, groups, what is opened.
  public let names: Set<String>
  /// Keys of texts that lie in the app (`loc-key`).
  public let textKeys: Set<String>
  /// Keys of the app's own beside `aps`, or in FCM's `data`.
  public let dataKeys: Set<String>
  /// Whether an extension of the app may write other words on the device. What it writes is not seen here.
  public let allowsMutableContent: Bool
  let lockScreen: NotificationRequirement.LockScreen

  /// - Parameters:
  ///   - requirement: the policy; with `generic` only the generic texts remain, with `none` no words at all.
  ///   - templates: those of the app.
  ///   - names, texts: the same for templates that are not written in Swift, as on another platform. Whoever puts words
  ///     there answers for them; the policy takes them away like every other one.
  public init(
    _ requirement: NotificationRequirement, templates: [NotificationTemplate] = NotificationTemplate.builtIn,
    names: Set<String> = [], texts: Set<String> = [], textKeys: Set<String> = [], dataKeys: Set<String> = [],
    allowsMutableContent: Bool = false
  ) {
    switch requirement.lockScreen {
    case .template: self.texts = NotificationRules.texts(of: templates).union(texts)
    case .generic: self.texts = NotificationRules.texts(of: [])
    case .none: self.texts = []
    }
    self.names = names.union(templates.map(\.name))
    self.textKeys = requirement.lockScreen == .none ? [] : textKeys
    self.dataKeys = dataKeys
    self.allowsMutableContent = allowsMutableContent
    lockScreen = requirement.lockScreen
  }

  /// Byte by byte: two texts that Swift calls equal may look different.
  func has(_ text: String) -> Bool { texts.contains { $0.utf8.elementsEqual(text.utf8) } }

  /// Whether redaction would leave the value as it is, alone and beside its name.
  func isHarmless(_ value: String, under name: String) -> Bool {
    let line = "\"\(name)\": \"\(value)\""
    return MaskingRules().mask(value) == value && MaskingRules().mask(line) == line
  }

  /// Whether a text is a number of at most two digits, or a time as in `23:05`.
  static func isClosed(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard text.utf8.count <= 5, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
      return false
    }
    let numbers = parts.compactMap { Int($0) }
    switch (parts.count, numbers.count) {
    case (1, 1): return parts[0].utf8.count <= 2
    case (2, 2): return parts[1].utf8.count == 2 && ReminderTime(hour: numbers[0], minute: numbers[1]) != nil
    default: return false
    }
  }
}
