import Foundation
public import NetworkTrust
import UntrustedInput

/// What a QR code for enrolment says, in the three forms of the field: ATAK's link, iTAK's line, ATAK's registration.
///
/// Claim: strictly read, and never a connection without TLS. Nothing is done: show host and user, and ask.
///
/// Not protected: a code can be photographed, and a custom link can be sent by anybody and caught by any app. None of the
/// forms names the server's authority, so one must be known before the password goes out.
/// Source: TR-03161-1 O.Source_1; MASVS-PLATFORM-1.
public struct EnrolmentCode: Sendable {
  public static let maximumBytes = 2048

  public let host: ServerHost
  /// Of the stream or the enrolment, as far as the form says; nil where it does not.
  public let port: UInt16?
  public let name: String?
  public let username: String?
  /// Goes out by ``CertificateEnrolment`` only.
  let password: PackagePassword?

  /// - Throws: ``GatewayError/malformedEnrolment``, ``GatewayError/notSecure``.
  public init(_ text: String) throws(GatewayError) {
    guard text.utf8.count <= Self.maximumBytes, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .malformedEnrolment
    }
    if text.hasPrefix("tak://") {
      self = try Self.link(text)
    } else if text.hasPrefix("{") {
      self = try Self.registration(text)
    } else {
      self = try Self.line(text)
    }
  }

  public var hasPassword: Bool { password != nil }

  private init(_ host: ServerHost, _ port: UInt16?, name: String?, username: String?, password: String?) {
    (self.host, self.port, self.name, self.username) = (host, port, name, username)
    self.password = password.map(PackagePassword.init)
  }

  /// `tak://com.atakmap.app/enroll?host=H&username=U&token=T`, the host with or without a port.
  private static func link(_ text: String) throws(GatewayError) -> EnrolmentCode {
    let head = "tak://com.atakmap.app/enroll?"
    guard text.hasPrefix(head), !text.contains("#") else { throw .malformedEnrolment }
    var values: [Substring: String] = [:]
    for pair in text.dropFirst(head.count).split(separator: "&", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, ["host", "username", "token"].contains(parts[0]), values[parts[0]] == nil,
        let value = String(parts[1]).removingPercentEncoding, !value.isEmpty
      else { throw .malformedEnrolment }
      values[parts[0]] = value
    }
    guard let host = values["host"], let user = values["username"], let token = values["token"] else {
      throw .malformedEnrolment
    }
    let endpoint: Endpoint
    // A lone IPv6 address needs its brackets.
    do throws(NetworkError) { endpoint = try Endpoint("https://" + host) } catch { throw .malformedEnrolment }
    let hasPort = host.last != "]" && host.contains(":")
    return try EnrolmentCode(
      endpoint.host, hasPort ? endpoint.port : nil, name: nil, username: shown(user), password: token)
  }

  /// `description,host,port,SSL`: there is no escape, so a description has no comma.
  private static func line(_ text: String) throws(GatewayError) -> EnrolmentCode {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 else { throw .malformedEnrolment }
    let server = try address(parts[1] + ":" + parts[2] + ":" + parts[3])
    return try EnrolmentCode(server.host, server.port, name: shown(parts[0]), username: nil, password: nil)
  }

  private static func registration(_ text: String) throws(GatewayError) -> EnrolmentCode {
    guard let root = try? JSONReader(maximumBytes: maximumBytes, maximumDepth: 4).read(Array(text.utf8)),
      let address = root["serverCredentials"]?["connectionString"]?.string
    else { throw .malformedEnrolment }
    let server = try Self.address(address)
    let user = root["userCredentials"]
    return try EnrolmentCode(
      server.host, server.port, name: nil, username: user?["username"]?.string.map(shown),
      password: user?["password"]?.string)
  }

  private static func address(_ text: String) throws(GatewayError) -> ServerLine {
    guard let server = try? ServerLine(text) else { throw .malformedEnrolment }
    guard server.isSecure else { throw .notSecure }
    return server
  }

  private static func shown(_ text: String) throws(GatewayError) -> String {
    guard let text = SafeText(text)?.text else { throw .malformedEnrolment }
    return text
  }
}
