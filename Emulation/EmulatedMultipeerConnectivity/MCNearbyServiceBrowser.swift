import Dispatch
public import Foundation

/// Some of the methods; the last one is optional at Apple.
public protocol MCNearbyServiceBrowserDelegate: NSObjectProtocol {
  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID, withDiscoveryInfo info: [String: String]?)
  func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID)
  func browser(_ browser: MCNearbyServiceBrowser, didNotStartBrowsingForPeers error: any Error)
}

extension MCNearbyServiceBrowserDelegate {
  public func browser(_ browser: MCNearbyServiceBrowser, didNotStartBrowsingForPeers error: any Error) {}
}

/// Follows Apple: an invitation that nobody answers ends after its time. Left out: that time (here it never ends).
open class MCNearbyServiceBrowser: NSObject {
  private weak var told: (any MCNearbyServiceBrowserDelegate)?
  open var delegate: (any MCNearbyServiceBrowserDelegate)? {
    get { EmulatedCrowd.locked { told } }
    set { EmulatedCrowd.locked { told = newValue } }
  }
  public let myPeerID: MCPeerID
  public let serviceType: String
  let crowd = EmulatedCrowd.current
  let queue = DispatchQueue(label: "emulated.browser")

  public init(peer myPeerID: MCPeerID, serviceType: String) {
    precondition(isServiceType(serviceType), "1 to 15 lower-case letters, digits and hyphens")
    self.myPeerID = myPeerID
    self.serviceType = serviceType
  }

  open func startBrowsingForPeers() {
    EmulatedCrowd.locked {
      if let error = crowd.refusal {
        return queue.tell { self.delegate?.browser(self, didNotStartBrowsingForPeers: error) }
      }
      crowd.enter(self)
    }
  }

  open func stopBrowsingForPeers() { EmulatedCrowd.locked { crowd.leave(self) } }

  func found(_ advertiser: MCNearbyServiceAdvertiser) {
    guard advertiser.serviceType == serviceType, advertiser.myPeerID != myPeerID else { return }
    let (peer, info) = (advertiser.myPeerID, advertiser.discoveryInfo)
    queue.tell { self.delegate?.browser(self, foundPeer: peer, withDiscoveryInfo: info) }
  }

  func lost(_ advertiser: MCNearbyServiceAdvertiser) {
    guard advertiser.serviceType == serviceType, advertiser.myPeerID != myPeerID else { return }
    let peer = advertiser.myPeerID
    queue.tell { self.delegate?.browser(self, lostPeer: peer) }
  }

  open func invitePeer(
    _ peerID: MCPeerID, to session: MCSession, withContext context: Data?, timeout: TimeInterval
  ) {
    EmulatedCrowd.locked {
      guard let advertiser = crowd.advertiser(peerID, serviceType) else {
        return session.changed(peerID, .notConnected)
      }
      session.changed(peerID, .connecting)
      let inviter = session.myPeerID
      advertiser.queue.tell {
        guard let delegate = advertiser.delegate else { return }
        delegate.advertiser(
          advertiser, didReceiveInvitationFromPeer: inviter, withContext: context
        ) { isAccepted, other in
          EmulatedCrowd.locked {
            guard isAccepted, let other else { return session.changed(peerID, .notConnected) }
            session.join(other)
          }
        }
      }
    }
  }
}
