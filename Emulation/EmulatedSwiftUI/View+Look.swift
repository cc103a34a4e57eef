extension View {
  /// Follows Apple: what it multiplies is multiplied again from outside.
  public func opacity(_ opacity: Double) -> some View { changed { $0.opacity *= opacity } }

  /// Hides the view from screen readers. No view inside of a hidden one is shown to them (a guess: Apple does not say it).
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    changed { $0.isHiddenFromReaders = $0.isHiddenFromReaders || hidden }
  }

  /// Nil: a change of the value is not animated. Nothing here is.
  public func animation(_ animation: Animation?, value: some Equatable) -> some View { changed { _ in } }

  /// Redacted in pictures that the system makes of the view, such as those of widgets on a locked device.
  public func privacySensitive(_ sensitive: Bool = true) -> some View { changed { $0.isPrivacySensitive = sensitive } }

  /// Follows Apple: the action is done before the view is first seen.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { Appearing(original: self, action: action) }

  func changed(_ change: @escaping (inout EmulatedLook) -> Void) -> some View {
    Changed(original: self, change: change)
  }
}

/// A way from one value to another; nobody here makes one.
public struct Animation: Sendable {
  private init() {}
}

private struct Changed<Original: View>: View, Drawn {
  typealias Body = Never
  let original: Original
  let change: (inout EmulatedLook) -> Void

  /// From outside to inside: the modifier that is nearest to the field has the last word.
  func draw(_ look: EmulatedLook, into drawing: inout EmulatedDrawing) {
    var look = look
    change(&look)
    drawing.add(original, look)
  }
}

private struct Appearing<Original: View>: View, Drawn {
  typealias Body = Never
  let original: Original
  let action: (() -> Void)?

  func draw(_ look: EmulatedLook, into drawing: inout EmulatedDrawing) {
    if let action { drawing.actions.append(action) }
    drawing.add(original, look)
  }
}
