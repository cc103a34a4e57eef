public import Foundation

/// One pasteboard for each emulated device. Time passes where a test says so.
@MainActor
open class UIPasteboard: NSObject {
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let localOnly = OptionsKey(rawValue: "UIPasteboardOptionLocalOnly")
    public static let expirationDate = OptionsKey(rawValue: "UIPasteboardOptionExpirationDate")
  }

  public static var general: UIPasteboard { EmulatedInterface.current.pasteboard }

  private var kept: [[String: Any]] = []
  private var options: [OptionsKey: Any] = [:]

  nonisolated override init() {}

  open func setItems(_ items: [[String: Any]], options: [OptionsKey: Any]) {
    kept = items
    self.options = options
  }

  open var items: [[String: Any]] {
    get {
      if let end = options[.expirationDate] as? Date, EmulatedInterface.current.now.date >= end { return [] }
      return kept
    }
    set { setItems(newValue, options: [:]) }
  }

  /// Asks nobody, unlike reading. Follows Apple: only the first item counts.
  open func contains(pasteboardTypes: [String]) -> Bool {
    guard let first = items.first else { return false }
    return pasteboardTypes.contains { first[$0] != nil }
  }

  /// What the person's other devices get to see, while it has not ended.
  var travelling: [[String: Any]] { options[.localOnly] as? Bool == true ? [] : items }
}

extension EmulatedInterface {
  /// What the person's other devices can paste.
  @MainActor public var itemsElsewhere: Int { pasteboard.travelling.count }
}
