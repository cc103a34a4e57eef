import Foundation

#if canImport(UIKit)
  import UIKit
#endif

/// What ``SensitivePasteboard`` has put on the system's pasteboard, in this process or in one before it. It carries a
/// type that names the app: types can be asked for without the question whether the app may paste.
///
/// Does not see the pasteboard while the app is in the background; the copy then ends with its time.
/// Source: Apple, UIPasteboard `contains(pasteboardTypes:)`; BSI TR-03161-1 O.Data_11, O.Data_17.
public struct CopiedItems: Sendable {
  static let mark = (Bundle.main.bundleIdentifier ?? "app") + ".mantlet-copied"

  public init() {}

  /// Whether something of ours lies there. Nothing does where there is no such pasteboard.
  @MainActor
  public var isThere: Bool {
    #if canImport(UIKit)
      UIPasteboard.general.contains(pasteboardTypes: [Self.mark])
    #else
      false
    #endif
  }

  /// Removes it, unless the person has copied something else since, in any app.
  @MainActor
  public func remove() {  // O.Data_17#998
    #if canImport(UIKit)
      if isThere { UIPasteboard.general.items = [] }
    #endif
  }
}
