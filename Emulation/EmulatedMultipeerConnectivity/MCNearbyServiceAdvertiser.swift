import Dispatch
public import Foundation

/// Some of the methods; the last one is optional at Apple.
public protocol MCNearbyServiceAdvertiserDelegate: NSObjectProtocol {
  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID, withContext context: Data?,
    invitationHandler: @escaping (Bool, MCSession?) -> Void)
  func advertiser(_ advertiser: MCNearbyServiceAdvertiser, didNotStartAdvertisingPeer error: any Error)
}

extension MCNearbyServiceAdvertiserDelegate {
  public func advertiser(_ advertiser: MCNearbyServiceAdvertiser, didNotStartAdvertisingPeer error: any Error) {}
}

/// Follows Apple: the delegate is told on a queue of the system's; the person is not asked about an invitation.
open class MCNearbyServiceAdvertiser: NSObject {
  private weak var told: (any MCNearbyServiceAdvertiserDelegate)?
  open var delegate: (any MCNearbyServiceAdvertiserDelegate)? {
    get { EmulatedCrowd.locked { told } }
    set { EmulatedCrowd.locked { told = newValue } }
  }
  public let myPeerID: MCPeerID
  public let discoveryInfo: [String: String]?
  public let serviceType: String
  let crowd = EmulatedCrowd.current
  let queue = DispatchQueue(label: "emulated.advertiser")

  public init(peer myPeerID: MCPeerID, discoveryInfo info: [String: String]?, serviceType: String) {
    precondition(isServiceType(serviceType), "1 to 15 lower-case letters, digits and hyphens")
    self.myPeerID = myPeerID
    discoveryInfo = info
    self.serviceType = serviceType
  }

  deinit { EmulatedCrowd.locked { crowd.leave(self) } }

  open func startAdvertisingPeer() {
    EmulatedCrowd.locked {
      if let error = crowd.refusal {
        return queue.tell { self.delegate?.advertiser(self, didNotStartAdvertisingPeer: error) }
      }
      crowd.enter(self)
    }
  }

  open func stopAdvertisingPeer() { EmulatedCrowd.locked { crowd.leave(self) } }
}

/// Source: Apple, MCNearbyServiceAdvertiser `serviceType`.
func isServiceType(_ text: String) -> Bool {
  (1...15).contains(text.utf8.count)
    && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
}
