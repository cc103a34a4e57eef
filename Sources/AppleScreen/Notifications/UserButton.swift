#if canImport(SwiftUI)
  public import ScreenPrivacy
  public import SwiftUI

  /// A button of SwiftUI that hands the proof of the touch to its action.
  public struct UserButton<Label: View>: View {
    private let action: @MainActor (consuming UserAction) async -> Void
    private let label: Label

    /// - Parameter action: gets the proof of the touch.
    public init(
      action: @escaping @MainActor (consuming UserAction) async -> Void, @ViewBuilder label: () -> Label
    ) {
      self.action = action
      self.label = label()
    }

    public var body: some View {
      Button {
        Task { await action(UserAction()) }
      } label: {
        label
      }
    }
  }
#endif
