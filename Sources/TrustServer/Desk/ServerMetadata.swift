#if Server
  import Redaction
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// What the server says about itself, so that unmodified OAuth clients find their way.
  ///
  /// Some clients refuse a document without an authorization endpoint, response types, subject types and ID token
  /// algorithms, although this server has neither a browser login nor ID tokens: those members name an address that
  /// says so, and the values that such a client takes. Source: RFC 8414, section 2; OpenID Connect Discovery 1.0,
  /// section 3.
  struct ServerMetadata {
    static let authorizationPath = "/v1/authorize"
    /// Source: RFC 6749, section 4.1.2.1.
    static let noAuthorization = Refusal(
      400,
      RefusalBody(
        .unsupportedResponseType, .malformed,
        "there is no browser login here; installations and people get their tokens at the token endpoint"))

    let configuration: TrustConfiguration

    var node: JSONNode {
      var members = [
        JSONMember("issuer", .string(configuration.issuer)),
        JSONMember("authorization_endpoint", .string(configuration.issuer + Self.authorizationPath)),
        address("token_endpoint", .token), address("jwks_uri", .jwks), address("revocation_endpoint", .revoke),
        JSONMember("response_types_supported", ["none"]),
        JSONMember(
          "grant_types_supported",
          .strings([TokenRequest.deviceReportGrant, TokenRequest.userLoginGrant, "refresh_token"])),
        JSONMember("token_endpoint_auth_methods_supported", ["none"]),
        JSONMember("revocation_endpoint_auth_methods_supported", ["none"]),
        JSONMember("dpop_signing_alg_values_supported", ["ES256"]),
        JSONMember("subject_types_supported", ["public"]),
        JSONMember("id_token_signing_alg_values_supported", ["RS256"]),
        address("mantlet_challenge_endpoint", .challenge), address("mantlet_sessions_endpoint", .sessions),
        address("mantlet_password_endpoint", .password),
        JSONMember(
          "mantlet_token_binding", .string(configuration.policy.session.tokenBinding.rawValue)),
      ]
      if configuration.introspectionSecret.count > 0 {
        members.append(address("introspection_endpoint", .introspect))
        members.append(JSONMember("introspection_endpoint_auth_methods_supported", ["client_secret_basic"]))
      }
      return JSONNode(.object(members))
    }

    private func address(_ name: String, _ route: TrustRoute) -> JSONMember {
      JSONMember(name, .string(configuration.issuer + route.rawValue))
    }
  }
#endif
