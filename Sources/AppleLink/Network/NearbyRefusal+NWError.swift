import Foundation
import Network
import PeerMesh

extension NearbyRefusal {
  /// -65570 (kDNSServiceErr_PolicyDenied) is what a denied local network looks like. Source: Apple, TN3179.
  init(_ error: NWError, to call: String) {
    self =
      switch error {
      case .dns(-65570): .localNetworkDenied
      case .dns(let code), .tls(let code): .system(call: call, code: Int(code))
      case .posix(let code): .system(call: call, code: Int(code.rawValue))
      @unknown default: .system(call: call, code: 0)
      }
  }
}
