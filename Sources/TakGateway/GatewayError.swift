public import CursorOnTarget
public import NetworkTrust
public import UntrustedInput

/// Why a package was refused, or a TAK server cannot be spoken with. No case carries text from outside.
@nonexhaustive
public enum GatewayError: Error, Sendable, Hashable {
  // The package
  case notAPackage(InputError)
  /// No preference file, so nothing says where the server is.
  case noPreferences
  /// A preference file or manifest breaks its grammar.
  case malformed(InputError)
  /// Two preference files, or two files of one name, disagree.
  case ambiguous
  /// No server in it.
  case noServer
  case malformedServer
  /// The package asks for a connection without TLS.
  case notSecure
  /// More servers, files or certificates than anybody has.
  case tooMany(limit: Int)
  /// The file that the preferences name is not there.
  case fileMissing(PackagePart)
  /// The preferences hold no password for it.
  case passwordMissing(PackagePart)
  case unusable(PackagePart, IdentityError)
  /// The truststore holds no certificate of an authority.
  case noAuthority

  // What was kept
  case storeDamaged
  case storeFailed
  /// Kept by a newer version of this program.
  case newerVersion

  // The enrolment
  case malformedEnrolment
  /// The code says no user or no password.
  case enrolmentIncomplete
  /// The code is for another host than that of the server.
  case foreignCode
  /// No authority is known yet, so whoever answers would get the password.
  case authorityNeeded
  /// The server's answer is not what an enrolment server says.
  case unexpectedAnswer
  /// The server refused the name or password.
  case notAuthorized

  // The connection
  case network(NetworkError)
  case identity(IdentityError)
  case event(CoTError)
  /// Nothing came back for as long as a living server is ever silent: it hangs, or it never took this client.
  case noAnswer
  /// The server offered version 1 of the TAK protocol and did not answer the request for it.
  case versionUnanswered
  /// The server ended the connection.
  case ended
}

extension GatewayError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAPackage(let error): "not a data package: \(error)"
    case .noPreferences: "the package holds no preference file"
    case .malformed(let error): "a file of the package is malformed: \(error)"
    case .ambiguous: "the package says two different things in two places"
    case .noServer: "the package names no server"
    case .malformedServer: "the package's server is not host:port:ssl"
    case .notSecure: "the package asks for a connection without TLS; ask for one with ssl"
    case .tooMany(let limit): "more than \(limit) of a kind"
    case .fileMissing(let part): "the package lacks its \(part)"
    case .passwordMissing(let part): "the package holds no password for its \(part)"
    case .unusable(let part, let error): "the package's \(part): \(error)"
    case .noAuthority: "the truststore holds no certificate of an authority"
    case .storeDamaged: "what was kept of the server is damaged; import the package again"
    case .storeFailed: "the secret store failed"
    case .newerVersion: "what was kept of the server was written by a newer version"
    case .malformedEnrolment: "not an enrolment link or code"
    case .enrolmentIncomplete: "the code holds no user or no password"
    case .foreignCode: "the code is for another server: its password does not leave"
    case .authorityNeeded: "the server's authority must be known before a password is sent"
    case .unexpectedAnswer: "the server's answer is not that of an enrolment server"
    case .notAuthorized: "the server refused the name or password"
    case .network(let error): "\(error)"
    case .identity(let error): "\(error)"
    case .event(let error): "an event: \(error)"
    case .noAnswer: "the server does not answer: it hangs, or it refused this client"
    case .versionUnanswered: "the server offered version 1 of the TAK protocol and did not answer the request for it"
    case .ended: "the server ended the connection"
    }
  }
}
