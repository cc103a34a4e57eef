public import Foundation
import HTTPTypes
public import NetworkTrust
public import Redaction
import SwiftASN1
import X509

/// Asks a TAK server for a client certificate, over HTTPS on port 8446 with a name and a password or token.
///
/// Claim: the password leaves only through a transport whose server was judged by authorities known before; the answer is
/// taken only if its certificate belongs to our key and is for clients. The private key never leaves.
///
/// Not protected: who else uses the token: servers of the field take one again and again.
/// Source: RFC 2986; RFC 7617; TR-03161-1 O.Auth_12.
public struct CertificateEnrolment: Sendable {
  public static let defaultPort: UInt16 = 8446

  private let transport: any HTTPTransport
  private let username: String
  private let clientUID: String
  private let password: PackagePassword?

  /// - Parameters:
  ///   - server: must hold the authorities that `transport` judges by (``TakServer/trust(by:platform:)``).
  ///   - transport: to ``defaultPort`` of the server.
  ///   - clientUID: of this device.
  /// - Throws: ``GatewayError/authorityNeeded``, ``GatewayError/malformedEnrolment`` for a name with a colon or control
  ///   characters.
  public init(
    to server: TakServer, over transport: any HTTPTransport, username: String, clientUID: String
  ) throws(GatewayError) {
    try self.init(to: server, over: transport, username: username, password: nil, clientUID: clientUID)
  }

  /// By a code that was scanned and agreed to: its user, and its password for ``enrol(_:now:)``.
  ///
  /// - Throws: as ``init(to:over:username:clientUID:)``; ``GatewayError/enrolmentIncomplete`` for a code without user or
  ///   password, ``GatewayError/foreignCode`` for one that names another host than `server` has: its password is not for
  ///   this one.
  public init(
    to server: TakServer, over transport: any HTTPTransport, code: EnrolmentCode, clientUID: String
  ) throws(GatewayError) {
    guard let username = code.username, let password = code.password else { throw .enrolmentIncomplete }
    guard code.host == server.endpoint.host else { throw .foreignCode }
    try self.init(to: server, over: transport, username: username, password: password, clientUID: clientUID)
  }

  private init(
    to server: TakServer, over transport: any HTTPTransport, username: String, password: PackagePassword?,
    clientUID: String
  ) throws(GatewayError) {
    // O.Ntwk_3#936
    guard !server.authorities.isEmpty else { throw .authorityNeeded }
    guard SafeText(username) != nil, !username.contains(":"), clientUID.utf8.allSatisfy(Self.isPlain),
      (1...64).contains(clientUID.utf8.count)
    else { throw .malformedEnrolment }
    (self.transport, self.username, self.clientUID) = (transport, username, clientUID)
    self.password = password
  }

  /// With the password of the code.
  ///
  /// - Throws: as ``enrol(_:password:now:)``, ``GatewayError/enrolmentIncomplete`` when there is no code.
  public func enrol(_ key: ClientKey, now: () -> Date) async throws(GatewayError) -> ClientIdentity {
    guard let password else { throw .enrolmentIncomplete }
    return try await enrol(key, password: password.secret, now: now)
  }

  /// - Parameters:
  ///   - key: a new one, made on this device.
  ///   - now: asked once, when the certificate came: its dates are judged at that time.
  /// - Throws: ``GatewayError``: `network`, `notAuthorized`, `unexpectedAnswer`, `identity`.
  public func enrol(_ key: ClientKey, password: borrowing Secret, now: () -> Date) async throws(GatewayError)
    -> ClientIdentity
  {
    let authorization = Self.basic(username, password)
    let configuration = try await send(.get, "/Marti/api/tls/config", authorization, accept: "application/xml")
    let subject = try EnrolmentSubject(configuration, username: username).subject
    let request: CertificateRequest
    do throws(IdentityError) { request = try await CertificateRequest(for: key, subject: subject) } catch {
      throw .identity(error)
    }
    let bytes = try await send(
      .post, "/Marti/api/tls/signClient/v2?clientUid=\(clientUID)&version=1", authorization,
      accept: "application/json", body: Array(request.base64.utf8))
    let answer = try EnrolmentAnswer(bytes)
    do throws(IdentityError) {
      return try ClientIdentity(issued: Self.path(of: answer), for: key, now: now())
    } catch { throw .identity(error) }
  }

  private func send(
    _ method: HTTPRequest.Method, _ path: String, _ authorization: String, accept: String, body: [UInt8] = []
  ) async throws(GatewayError) -> [UInt8] {
    var request = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
    request.headerFields[.authorization] = authorization
    request.headerFields[.accept] = accept
    if !body.isEmpty { request.headerFields[.contentType] = "text/plain" }
    let answer: HTTPAnswer
    do throws(NetworkError) { answer = try await transport.send(request, body: body) } catch { throw .network(error) }
    switch answer.response.status.code {
    case 200: return answer.body
    case 401, 403: throw .notAuthorized
    default: throw .network(.status(answer.response.status.code))
    }
  }

  /// The certificate and those above it that the answer holds, without one that signed itself.
  private static func path(of answer: EnrolmentAnswer) -> [[UInt8]] {
    var path = [answer.certificate]
    let issuers = answer.authorities.compactMap { der in (try? Certificate(derEncoded: der)).map { (der, $0) } }
    while path.count < ClientIdentity.maximumCertificates,
      let last = try? Certificate(derEncoded: path[path.count - 1]),
      let next = issuers.first(where: { $0.1.subject == last.issuer && $0.1.subject != $0.1.issuer }),
      !path.contains(next.0)
    { path.append(next.0) }
    return path
  }

  /// The header's text is a copy that is not wiped: the transport wants one.
  private static func basic(_ username: String, _ password: borrowing Secret) -> String {
    password.withExposedBytes { "Basic " + Data(Array((username + ":").utf8) + Array($0)).base64EncodedString() }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
