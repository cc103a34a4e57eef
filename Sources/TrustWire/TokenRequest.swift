/// What a device may ask of the token endpoint. Printing it shows the grant, never what it carries.
/// Source: RFC 6749, sections 4.5 (extension grants) and 6.
public enum TokenRequest: Sendable, Hashable {
  /// An AppToken for this installation, on the strength of a signed ``SecurityReport``.
  case deviceReport(compact: String)
  /// A UserToken for the person behind ``LoginCredential``, encrypted to the environment's login key.
  case userLogin(sealedCredential: String)
  /// The same with nothing but TLS around name and password, where the policy asks for no more.
  case plainLogin(user: String, password: String)
  case refresh(token: String)

  public static let deviceReportGrant = "urn:mantlet:grant:device-report"
  public static let userLoginGrant = "urn:mantlet:grant:user-login"

  public var form: FormBody {
    switch self {
    case .deviceReport(let compact): FormBody(["grant_type": Self.deviceReportGrant, "report": compact])
    case .userLogin(let sealed): FormBody(["grant_type": Self.userLoginGrant, "credential": sealed])
    case .plainLogin(let user, let password):
      FormBody(["grant_type": Self.userLoginGrant, "username": user, "password": password])
    case .refresh(let token): FormBody(["grant_type": "refresh_token", "refresh_token": token])
    }
  }

  /// Nil for a grant type that this server does not support (`unsupported_grant_type`).
  /// - Throws: ``WireError/missing(member:)`` when the grant lacks its parameter.
  public init?(form: FormBody) throws(WireError) {
    func field(_ name: String) throws(WireError) -> String {
      guard let value = form[name], !value.isEmpty else { throw .missing(member: name) }
      return value
    }
    switch try field("grant_type") {
    case Self.deviceReportGrant: self = .deviceReport(compact: try field("report"))
    case Self.userLoginGrant where form["credential"] != nil:
      self = .userLogin(sealedCredential: try field("credential"))
    case Self.userLoginGrant: self = .plainLogin(user: try field("username"), password: try field("password"))
    case "refresh_token": self = .refresh(token: try field("refresh_token"))
    default: return nil
    }
  }
}

extension TokenRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String {
    switch self {
    case .deviceReport: "TokenRequest(deviceReport)"
    case .userLogin: "TokenRequest(userLogin)"
    case .plainLogin: "TokenRequest(plainLogin)"
    case .refresh: "TokenRequest(refresh)"
    }
  }
  public var debugDescription: String { description }
  // Without it `dump` and test failures would print the refresh token.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
