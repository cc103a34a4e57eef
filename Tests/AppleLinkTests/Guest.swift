#if APPLE_EMULATION
  import Foundation
  import MultipeerConnectivity
  import Synchronization

  /// Somebody in the crowd without a key, who invites whom it finds.
  final class Guest: NSObject, MCNearbyServiceBrowserDelegate, MCSessionDelegate, @unchecked Sendable {
    // @unchecked: the emulated objects lock themselves, what changes stands behind a lock.
    enum Trick: Sendable { case tooMuch, nothing, stream, thirdParty }

    struct Found: @unchecked Sendable {
      // @unchecked: neither changes.
      let peer: MCPeerID
      let info: [String: String]?
    }

    let found: AsyncStream<Found>
    private let output: AsyncStream<Found>.Continuation
    private let states: AsyncStream<MCSessionState>
    private let stateOutput: AsyncStream<MCSessionState>.Continuation
    private let browser: MCNearbyServiceBrowser
    private let session: MCSession

    init(name: String, encryption: MCEncryptionPreference = .required) {
      (found, output) = AsyncStream.makeStream()
      (states, stateOutput) = AsyncStream.makeStream()
      let me = MCPeerID(displayName: name)
      browser = MCNearbyServiceBrowser(peer: me, serviceType: "mantlet-mesh")
      session = MCSession(peer: me, securityIdentity: nil, encryptionPreference: encryption)
      super.init()
      browser.delegate = self
      session.delegate = self
      browser.startBrowsingForPeers()
    }

    deinit { browser.stopBrowsingForPeers() }

    var isConnected: Bool { !session.connectedPeers.isEmpty }

    func invite() async {
      for await victim in found {
        return browser.invitePeer(victim.peer, to: session, withContext: Data([1, 2, 3]), timeout: 10)
      }
    }

    func isRefused() async -> Bool {
      for await state in states where state != .connecting { return state == .notConnected }
      return false
    }

    func play(_ trick: Trick) throws {
      let everybody = session.connectedPeers
      switch trick {
      case .tooMuch: try session.send(Data(count: 16_385), toPeers: everybody, with: .reliable)
      case .nothing: try session.send(Data(), toPeers: everybody, with: .unreliable)
      case .stream: _ = try session.startStream(withName: "film", toPeer: everybody[0])
      case .thirdParty:
        let third = MCSession(
          peer: MCPeerID(displayName: "third"), securityIdentity: nil, encryptionPreference: .required)
        EmulatedCrowd.lead(third, into: session)
      }
    }

    func browser(
      _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID, withDiscoveryInfo info: [String: String]?
    ) { output.yield(Found(peer: peerID, info: info)) }

    func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID) {}

    func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState) {
      stateOutput.yield(state)
    }

    func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {}

    func session(
      _ session: MCSession, didReceive stream: InputStream, withName streamName: String, fromPeer peerID: MCPeerID
    ) {}

    func session(
      _ session: MCSession, didStartReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
      with progress: Progress
    ) {}

    func session(
      _ session: MCSession, didFinishReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
      at localURL: URL?, withError error: (any Error)?
    ) {}
  }
#endif
