/// Words as they are: nothing is looked up in a table of translations.
public struct Text: View, Drawn {
  public typealias Body = Never
  private let content: String

  public init(_ content: some StringProtocol) { self.content = String(content) }

  func draw(_ look: EmulatedLook, into drawing: inout EmulatedDrawing) {
    drawing.elements.append(EmulatedDrawing.Element(text: content, look: look))
  }
}
