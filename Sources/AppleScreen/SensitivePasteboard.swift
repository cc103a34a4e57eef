#if canImport(UIKit)
  import Foundation
  import ScreenPrivacy
  import UIKit

  /// The system's pasteboard, as far as the app's own content may lie on it: this device only, for a short time.
  ///
  /// - Protects against: what ``ScreenPrivacy/PasteboardRule`` does.
  /// - Does not protect against: whoever pastes before the end, with the person's consent.
  ///
  /// Source: Apple, UIPasteboard `setItems(_:options:)`; BSI TR-03161-1 O.Data_11;
  /// MASVS-PLATFORM-3; MASWE-0053 (2024 beta).
  @MainActor
  public final class SensitivePasteboard {
    private let rule: PasteboardRule

    /// Puts nothing there yet.
    public init(_ rule: PasteboardRule) { self.rule = rule }

    // O.Data_11#831
    /// Puts a text there, in the place of what it held.
    public func copy(_ text: String, now: Date) {
      UIPasteboard.general.setItems(
        [["public.utf8-plain-text": text, CopiedItems.mark: Data([1])]],
        options: [.localOnly: rule.isLocalOnly, .expirationDate: rule.end(from: now)])
    }

    /// Removes what was copied last, unless the person has copied something else since, in any app.
    public func clear() { CopiedItems().remove() }
  }
#endif
