public import UntrustedInput

/// Why rules for web content could not be made, or a message of a page was refused. No case carries text from outside.
@nonexhaustive
public enum WebContentError: Error, Sendable, Hashable {
  /// Not `https://host`, `https://*.host` or one of them with a port.
  case notAnOrigin
  /// Rules need at least one origin: a web view without one can show nothing.
  case noOrigin
  /// The policy names no origin: the app shows no web content.
  case noWebContent
  /// The policy lets pages send no messages.
  case bridgeNotInPolicy
  /// More entries than ``limit``.
  case tooMany(limit: Int)
  /// Not a scheme that may be handed to another app.
  case notASchemeForOutside
  /// A handler or a field has no name of 1 to 64 letters, digits and underscores, or two have the same one.
  case badName
  /// A schema whose bounds allow nothing.
  case emptySchema
  /// A bridge needs pages that run scripts.
  case bridgeWithoutJavaScript
  /// A bridge for an origin that the rules do not allow.
  case bridgeForForeignOrigin
  /// The address may not be loaded.
  case refused(WebRefusal)
  /// The platform could not compile the rules for parts of pages; its own code, if it has one.
  case notFiltered(Int?)
  /// A message from a frame inside a page.
  case notMainFrame
  /// A message from a page that the bridge is not for.
  case foreignPage
  /// A message for a handler that the bridge does not have.
  case unknownHandler
  /// A message that is no JSON object within its limits, or outside of its schema.
  case badMessage(InputRefusal)
}

extension WebContentError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnOrigin: "an origin is https://host or https://*.host, with a port if it is not 443"
    case .noOrigin: "web content needs at least one allowed origin"
    case .noWebContent: "the policy names no origin in webContent.origins: no page is shown"
    case .bridgeNotInPolicy: "the policy lets pages send no messages: webContent.bridge is false"
    case .tooMany(let limit): "more than \(limit) entries"
    case .notASchemeForOutside: "this scheme may not be handed to another app"
    case .badName: "a name is 1 to 64 letters, digits and underscores, and stands once"
    case .emptySchema: "the bounds of this field allow nothing"
    case .bridgeWithoutJavaScript: "a bridge needs pages that run scripts"
    case .bridgeForForeignOrigin: "a bridge is only for origins that the rules allow"
    case .refused(let refusal): "\(refusal)"
    case .notFiltered(let code): "the rules for parts of pages were not compiled" + (code.map { " (\($0))" } ?? "")
    case .notMainFrame: "a message from a frame inside the page was refused"
    case .foreignPage: "a message from another page was refused"
    case .unknownHandler: "there is no such handler"
    case .badMessage(let refusal): "a message was refused: \(refusal)"
    }
  }
}
