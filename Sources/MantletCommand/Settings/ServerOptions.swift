import ArgumentParser
import Foundation

/// The flags of every command that works on a server: where its settings stand, and each setting by itself.
///
/// A flag wins over its variable (`MANTLET_…`), a variable over the configuration file. Secrets have no flag for their
/// value: other users of a machine can read command lines.
struct ServerOptions: ParsableArguments {
  @Option(help: "The configuration file, JSON with comments (MANTLET_CONFIG).") var config: String?
  @Option(help: "Serve a state directory of `mantlet up`, on loopback (MANTLET_STATE, else .mantlet).")
  var state: String?

  @Option(help: "The policy file.") var policy: String?
  @Option(help: "Older policy files, with commas between: installed apps that still have their slices may report.")
  var acceptedPolicies: String?
  @Option(help: "dev, stage or prod.") var environment: String?
  @Option(help: "The policy's endpoint of the environment, if it is to be checked.") var issuer: String?
  @Option(help: "The address to listen on (127.0.0.1).") var host: String?
  @Option(help: "The port to listen on.") var port: String?
  @Option(help: "The TLS certificate chain, leaf first (PEM file).") var tlsCertificate: String?
  @Option(help: "The leaf's private key (PEM file, mode 0600).") var tlsKey: String?
  @Option(help: "The database file.") var storeSqlite: String?
  @Option(help: "A libpq connection string without password.") var storePostgresql: String?
  @Option(help: "The RSA key that signs tokens (PEM file, mode 0600).") var keysSigning: String?
  @Option(help: "The RSA key that logins are encrypted to (PEM file, mode 0600).") var keysLogin: String?
  @Option(help: "The secret that refresh tokens are derived with (file, 32 bytes as base64url).")
  var keysSuccessor: String?
  @Option(
    help: """
      The key that seals signing keys in the database (file, 32 bytes as base64url; or tpm:FOLDER, see \
      `mantlet keys keep-encryption`).
      """)
  var keysEncryption: String?
  @Option(help: "How the TPM is reached, in libtss2's words, such as device:/dev/tpmrm0 (the system's choice).")
  var keysTpmTransport: String?
  @Option(help: "The secret of those who may ask about tokens (file).") var keysIntrospection: String?
  @Option(
    help: """
      The age at which the signing key is replaced, such as 90d; without it only `mantlet keys rotate` does. The new key \
      signs once the policy's tokenKeys list it and the server was started with that policy; until then the old one goes \
      on, and the log says signingKeyWaits with the new one's kid.
      """)
  var keysSigningMaximumAge: String?
  @Option(help: "For how long a new signing key is published before it signs (1h).") var keysSigningLead: String?
  @Option(
    help: """
      Google's revocation list for Android attestations (file, read again when it changes; refresh it with `curl -fsS -o \
      list.new https://android.googleapis.com/attestation/status && mv list.new list.json`).
      """)
  var attestationRevocationList: String?
  @Option(help: "The age at which that list says nothing any more (24h).") var attestationRevocationMaximumAge: String?
  @Option(help: "The Play Console's decryption key (file with base64, mode 0600).")
  var attestationPlayDecryptionKey: String?
  @Option(help: "The Play Console's verification key (file with base64 or PEM).")
  var attestationPlayVerificationKey: String?
  @Option(help: "The signed pin update that devices get (file, as `mantlet pin sign` prints it).") var pins: String?
  @Option(help: "true: proofs of possession must carry a number of this server.") var proofNonces: String?
  @Option(
    help: """
      true: start although the clock is more than a day behind the database's time, and end the sessions that were used \
      after now when they come. When the clock was looked at, and not for good.
      """)
  var acceptsEarlierClock: String?
  @Option(help: "Proxies whose word about a client's address is taken: addresses or blocks, with commas between.")
  var trustedProxy: String?
  @Option(help: "The header that they write: x-forwarded-for or forwarded (x-forwarded-for).")
  var trustedProxyHeader: String?
  @Option(help: "Connections at a time (1024).") var limitsConnections: String?
  @Option(help: "Connections at a time of one address (64).") var limitsConnectionsPerAddress: String?
  @Option(help: "Requests a minute of one address (1200; 0: any number).") var limitsRequestsPerMinute: String?
  @Option(help: "Requests a minute of one device in the attested tier (600; 0: any number).")
  var limitsRequestsPerDevice: String?
  @Option(help: "Questions about tokens a minute of one address (6000; 0: any number).")
  var limitsIntrospectionsPerMinute: String?
  @Option(help: "Challenges a minute of one address, one for each enrolment or login (120; 0: any number).")
  var limitsChallengesPerMinute: String?
  @Option(help: "Wrong passwords of one address before it is locked for 15 minutes (30).")
  var limitsWrongPerAddress: String?
  @Option(help: "Sessions of one person at a time; a login beyond that ends the oldest (32).")
  var limitsSessionsPerPerson: String?
  @Option(help: "Seconds that a request's body may take (30).") var limitsBodySeconds: String?
  @Option(help: "Seconds to the end of a connection's first head (10).") var limitsFirstHeadSeconds: String?
  @Option(help: "Seconds from an answer to the end of the next head (60).") var limitsHeadSeconds: String?
  @Option(help: "The address of the metrics page (127.0.0.1).") var metricsHost: String?
  @Option(help: "The port of the metrics page; without it there is none.") var metricsPort: String?
  @Option(help: "true: the metrics page stands on the server's port as well.") var metricsOnServerPort: String?
  @Option(help: "The lowest level that is logged (info).") var logLevel: String?

  private var flags: [Setting: String] {
    let all: [(Setting, String?)] = [
      (.policy, policy), (.environment, environment), (.issuer, issuer), (.host, host), (.port, port),
      (.certificate, tlsCertificate), (.certificateKey, tlsKey), (.sqlite, storeSqlite),
      (.postgresql, storePostgresql), (.signingKey, keysSigning), (.loginKey, keysLogin),
      (.successorKey, keysSuccessor), (.encryptionKey, keysEncryption), (.introspectionSecret, keysIntrospection),
      (.signingKeyAge, keysSigningMaximumAge), (.signingKeyLead, keysSigningLead), (.proofNonces, proofNonces),
      (.connections, limitsConnections), (.connectionsPerAddress, limitsConnectionsPerAddress),
      (.requestsPerMinute, limitsRequestsPerMinute), (.bodySeconds, limitsBodySeconds), (.metricsHost, metricsHost),
      (.metricsPort, metricsPort), (.metricsOnServerPort, metricsOnServerPort), (.logLevel, logLevel),
      (.chipTransport, keysTpmTransport), (.trustedProxy, trustedProxy), (.trustedProxyHeader, trustedProxyHeader),
      (.revocationList, attestationRevocationList), (.revocationAge, attestationRevocationMaximumAge),
      (.playDecryptionKey, attestationPlayDecryptionKey), (.playVerificationKey, attestationPlayVerificationKey),
      (.introspectionsPerMinute, limitsIntrospectionsPerMinute), (.wrongPerAddress, limitsWrongPerAddress),
      (.pins, pins), (.acceptedPolicies, acceptedPolicies), (.requestsPerDevice, limitsRequestsPerDevice),
      (.challengesPerMinute, limitsChallengesPerMinute), (.firstHeadSeconds, limitsFirstHeadSeconds),
      (.headSeconds, limitsHeadSeconds), (.sessionsPerPerson, limitsSessionsPerPerson),
      (.acceptsEarlierClock, acceptsEarlierClock),
    ]
    return all.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  /// - Throws: ``SettingError``.
  func settings() throws -> ServerSettings {
    let environment = ProcessInfo.processInfo.environment
    let file = config ?? environment["MANTLET_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    if state != nil, file != nil { throw SettingError.clash("--state and a configuration file exclude each other") }
    let settings = try ServerSettings(flags: flags, environment: environment, file: file)
    if state != nil, settings.isSaid(.policy) {
      throw SettingError.clash("--state brings its own policy: \(settings.place(.policy)) cannot be said with it")
    }
    return settings
  }
}
