/// What is shown, as a value. Follows Apple: a view is its `body`, down to views that have none (`Never`).
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

extension Never: View {
  public typealias Body = Never
}

extension View where Body == Never {
  /// Never asked for: ``EmulatedDrawing`` draws such a view itself.
  public var body: Never { preconditionFailure("this view has no body") }
}

/// One view in a body: nothing that is emulated or written here holds two, or chooses between them.
@resultBuilder
public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
}
