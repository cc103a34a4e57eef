/// One thing that an operator tells the server. The raw value is its place in the configuration file; the flag and the
/// variable are spelt from it: `tls.certificate`, `--tls-certificate`, `MANTLET_TLS_CERTIFICATE`.
enum Setting: String, CaseIterable, Sendable {
  case policy, acceptedPolicies, environment, issuer, host, port
  case certificate = "tls.certificate"
  case certificateKey = "tls.key"
  case sqlite = "store.sqlite"
  case postgresql = "store.postgresql"
  case signingKey = "keys.signing"
  case loginKey = "keys.login"
  case successorKey = "keys.successor"
  case encryptionKey = "keys.encryption"
  case introspectionSecret = "keys.introspection"
  case chipTransport = "keys.tpmTransport"
  case signingKeyAge = "keys.signingMaximumAge"
  case signingKeyLead = "keys.signingLead"
  case revocationList = "attestation.revocationList"
  case revocationAge = "attestation.revocationMaximumAge"
  case playDecryptionKey = "attestation.playDecryptionKey"
  case playVerificationKey = "attestation.playVerificationKey"
  case pins
  case proofNonces
  case acceptsEarlierClock
  case trustedProxy, trustedProxyHeader
  case connections = "limits.connections"
  case connectionsPerAddress = "limits.connectionsPerAddress"
  case requestsPerMinute = "limits.requestsPerMinute"
  case requestsPerDevice = "limits.requestsPerDevice"
  case introspectionsPerMinute = "limits.introspectionsPerMinute"
  case challengesPerMinute = "limits.challengesPerMinute"
  case wrongPerAddress = "limits.wrongPerAddress"
  case sessionsPerPerson = "limits.sessionsPerPerson"
  case bodySeconds = "limits.bodySeconds"
  case firstHeadSeconds = "limits.firstHeadSeconds"
  case headSeconds = "limits.headSeconds"
  case metricsHost = "metrics.host"
  case metricsPort = "metrics.port"
  case metricsOnServerPort = "metrics.onServerPort"
  case logLevel = "log.level"

  /// What a value must be.
  enum Kind: Sendable, Equatable {
    case text
    /// A file; in a configuration file its path counts from that file's folder.
    case path
    /// Files, with commas between.
    case paths
    /// A file that nobody else may read. The variable without `_FILE` may hold the secret itself.
    case secret
    case number(ClosedRange<Int>)
    case flag
    case word([String])
    /// Addresses or blocks of them, with commas between.
    case addresses
    /// A number and a unit, as in a policy.
    case duration(ClosedRange<Int64>)
  }

  var kind: Kind {
    switch self {
    case .policy, .certificate, .sqlite, .revocationList, .playVerificationKey, .pins: .path
    case .acceptedPolicies: .paths
    case .certificateKey, .signingKey, .loginKey, .successorKey, .encryptionKey, .introspectionSecret,
      .playDecryptionKey:
      .secret
    case .issuer, .host, .postgresql, .metricsHost, .chipTransport: .text
    case .trustedProxy: .addresses
    case .trustedProxyHeader: .word(["x-forwarded-for", "forwarded"])
    case .signingKeyAge, .signingKeyLead, .revocationAge: .duration(60...315_360_000)
    case .proofNonces, .acceptsEarlierClock: .flag
    case .environment: .word(["dev", "stage", "prod"])
    case .logLevel: .word(["trace", "debug", "info", "notice", "warning", "error", "critical"])
    case .port, .metricsPort: .number(0...65535)
    case .connections, .connectionsPerAddress, .wrongPerAddress: .number(1...1_000_000)
    case .requestsPerMinute, .requestsPerDevice, .introspectionsPerMinute, .challengesPerMinute: .number(0...1_000_000)
    case .sessionsPerPerson: .number(1...1000)
    case .bodySeconds, .firstHeadSeconds, .headSeconds: .number(1...3600)
    case .metricsOnServerPort: .flag
    }
  }

  var isSecret: Bool { kind == .secret }

  /// `tls.certificate` → `["tls", "certificate"]`
  var parts: [String] { rawValue.split(separator: ".").map(String.init) }

  /// `limits.bodySeconds` → `limits-body-seconds`
  var flag: String { parts.map { Self.split($0, "-").lowercased() }.joined(separator: "-") }

  /// `limits.bodySeconds` → `MANTLET_LIMITS_BODY_SECONDS`; of a secret, `_FILE` stands behind it for its file.
  var variable: String { "MANTLET_" + parts.map { Self.split($0, "_").uppercased() }.joined(separator: "_") }

  private static func split(_ name: String, _ separator: String) -> String {
    name.reduce(into: "") { text, letter in text += (letter.isUppercase ? separator : "") + String(letter) }
  }
}
