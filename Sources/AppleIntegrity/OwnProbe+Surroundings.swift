import CFNetwork
import CryptoKit
import Foundation
import SecurityPolicy

/// What is around the app: context for a server, nothing that decides alone.
extension OwnProbe {
  static func surroundings(_ interface: InterfaceFacts, host: OwnBundle.Host) -> [OwnProbe] {
    [
      OwnProbe("systemVPN.interfaces", .systemVPN, .weak, .network) { () throws(LookFailure) in
        // Many a harmless service (iCloud Private Relay) routes through such an interface, too.
        let names = try NetworkSettings().scoped.filter { name in tunnels.contains { name.hasPrefix($0) } }
        return names.isEmpty ? .clean : .detected("\(names.count) tunnels")
      },
      OwnProbe("systemVPN.proxy", .systemVPN, .weak, .network) { () throws(LookFailure) in
        let settings = try NetworkSettings()
        return settings.hasProxy ? .detected("a proxy is set") : .clean
      },
      OwnProbe("screenRecording.captured", .screenRecording, .weak, .display) { () throws(LookFailure) in
        guard let isCaptured = interface.isCaptured else { throw LookFailure(number: 0) }
        return isCaptured ? .detected("recorded or mirrored") : .clean
      },
      OwnProbe("secureHardwareNotAvailable.enclave", .secureHardwareNotAvailable, .weak, .hardware) {
        () throws(LookFailure) in
        SecureEnclave.isAvailable ? .clean : .detected("no Secure Enclave")
      },
    ] + (host == .phoneAppOnMac ? [onMac] : [])
  }

  private static let tunnels = ["utun", "ipsec", "ppp", "tap", "tun"]

  private static var onMac: OwnProbe {
    OwnProbe("simulator.mac", .simulator, .weak, .hardware) { () throws(LookFailure) in
      .detected("an app for iOS on a Mac")
    }
  }

  /// The proxy settings in force. An interface has settings of its own under its name where traffic goes through it.
  private struct NetworkSettings {
    let scoped: [String]
    let hasProxy: Bool

    init() throws(LookFailure) {
      let told: Any? = CFNetworkCopySystemProxySettings()?.takeRetainedValue()
      guard let settings = told as? [String: Any] else { throw LookFailure(number: 0) }
      scoped = (settings["__SCOPED__"] as? [String: Any]).map { Array($0.keys) } ?? []
      hasProxy = [kCFNetworkProxiesHTTPEnable as String, kCFNetworkProxiesProxyAutoConfigEnable as String]
        .contains { (settings[$0] as? Int) == 1 }
    }
  }
}
