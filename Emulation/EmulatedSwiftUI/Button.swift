/// Follows Apple: the action is done on the main actor when somebody triggers the button.
public struct Button<Label: View>: View, Drawn {
  public typealias Body = Never
  private let action: @MainActor () -> Void
  private let label: Label

  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  func draw(_ look: EmulatedLook, into drawing: inout EmulatedDrawing) {
    var look = look
    look.touch = action
    drawing.add(label, look)
  }
}
