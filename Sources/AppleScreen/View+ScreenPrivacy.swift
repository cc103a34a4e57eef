#if canImport(SwiftUI) && canImport(UIKit)
  import ScreenPrivacy
  import SwiftUI
  import UIKit

  extension View {
    /// Watches the app's screens from the moment that this view appears; put it on the root view of each scene. Where the
    /// app has a delegate, ``SceneWatch/begin()`` in it comes earlier. The covers are windows, so sheets and alerts of
    /// SwiftUI lie below them.
    public func screenPrivacy(_ watch: SceneWatch) -> some View {
      onAppear { watch.begin() }
    }

    /// Hides this view while its scene is captured or not active, also where the policy only reports captures.
    ///
    /// Only in a scene of SwiftUI's own (`WindowGroup`): in a `UIHostingController` of a UIKit app nobody sets `scenePhase`,
    /// and the view stays hidden.
    public func sensitiveContent() -> some View { modifier(SensitiveContent()) }

    // O.Data_10#835
    /// Asks for a text field as ``SensitiveField/traits`` wants it, as far as SwiftUI has a word for it: the type of its
    /// content, the keyboard, correction, capitals, writing tools, and no content in pictures that the system makes.
    ///
    /// Does not hide what is typed: for everything but ``SensitiveField/words`` the field has to be a `SecureField`, as
    /// SwiftUI has no modifier that makes one of a `TextField`. Nor does it switch off quotes and dashes that change by
    /// themselves, or predicted words, for which SwiftUI has none either, and nothing is read back: where that matters
    /// take a `UITextField` with `protect(as:)`, which answers with a verdict.
    public func sensitiveField(_ field: SensitiveField) -> some View {
      let traits = field.traits
      return textContentType(traits.content.type)
        .keyboardType(traits.keyboard.type)
        .autocorrectionDisabled(!traits.autocorrects)
        .textInputAutocapitalization(traits.capitalizes ? .sentences : .never)
        .writingToolsBehavior(traits.offersWritingTools ? .automatic : .disabled)
        .privacySensitive()
    }
  }

  /// Content of one view, withheld.
  private struct SensitiveContent: ViewModifier {
    @Environment(\.isSceneCaptured) private var isCaptured
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
      let isHidden = isCaptured || phase != .active
      content.opacity(isHidden ? 0 : 1).accessibilityHidden(isHidden).animation(nil, value: isHidden)
    }
  }
#endif
