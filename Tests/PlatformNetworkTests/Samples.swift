import Foundation
import PlatformNetwork
import SecurityPolicy
import Testing
import UntrustedInput

/// Policies to write files from.
enum Samples {
  static func pin(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

  static func day(_ text: String) throws -> PolicyDay { try #require(PolicyDay(text)) }

  static func environment(_ change: (inout EnvironmentRequirement) -> Void = { _ in }) -> EnvironmentRequirement {
    var environment = EnvironmentRequirement(
      endpoint: "https://api.example.org:8443", pins: [pin(1), pin(2)], tokenKeys: [], loginKey: "")
    change(&environment)
    return environment
  }

  static func plan(
    minimumTLS: NetworkRequirement.TLSVersion = .tls12, _ change: (inout EnvironmentRequirement) -> Void = { _ in }
  ) throws -> NetworkPlan {
    var network = NetworkRequirement()
    network.minimumTLS = minimumTLS
    return try NetworkPlan(environment(change), network: network)
  }

  static func android(_ text: String, today: String = "2026-06-01") throws -> AndroidNetworkFile {
    try AndroidNetworkFile(reading: Array(text.utf8), today: try day(today))
  }

  static func apple(_ dictionary: String) throws -> AppleNetworkFile {
    try AppleNetworkFile(
      reading: Array("<plist><dict><key>NSAppTransportSecurity</key>\(dictionary)</dict></plist>".utf8))
  }
}

extension [PlatformFinding] {
  var rules: [PlatformRule] { map(\.rule) }
}
