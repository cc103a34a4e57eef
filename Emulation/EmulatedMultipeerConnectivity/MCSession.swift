import Dispatch
public import Foundation

/// The numbers are Apple's.
public enum MCSessionState: Int, Sendable {
  case notConnected = 0
  case connecting = 1
  case connected = 2
}

/// The numbers are Apple's.
public enum MCEncryptionPreference: Int, Sendable {
  case optional = 0
  case required = 1
  case none = 2
}

/// The numbers are Apple's.
public enum MCSessionSendDataMode: Int, Sendable {
  case reliable = 0
  case unreliable = 1
}

/// Some of the methods; the one about certificates is optional at Apple.
public protocol MCSessionDelegate: NSObjectProtocol {
  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState)
  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID)
  func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String, fromPeer peerID: MCPeerID)
  func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
    with progress: Progress)
  func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
    at localURL: URL?, withError error: (any Error)?)
}

/// Follows Apple: everybody in a session is connected to everybody; eight at most, oneself among them; who requires
/// encryption is not joined to who has none. The delegate is told on a queue of the system's. Left out: certificates, TLS
/// itself, files, `connectPeer`.
open class MCSession: NSObject {
  private weak var told: (any MCSessionDelegate)?
  open var delegate: (any MCSessionDelegate)? {
    get { EmulatedCrowd.locked { told } }
    set { EmulatedCrowd.locked { told = newValue } }
  }
  public let myPeerID: MCPeerID
  public let securityIdentity: [Any]?
  public let encryptionPreference: MCEncryptionPreference
  private let queue = DispatchQueue(label: "emulated.session")
  private var others: [MCSession] = []

  public init(
    peer myPeerID: MCPeerID, securityIdentity identity: [Any]?, encryptionPreference: MCEncryptionPreference
  ) {
    self.myPeerID = myPeerID
    securityIdentity = identity
    self.encryptionPreference = encryptionPreference
  }

  open var connectedPeers: [MCPeerID] { EmulatedCrowd.locked { others.map(\.myPeerID) } }

  func changed(_ peer: MCPeerID, _ state: MCSessionState) {
    queue.tell { self.delegate?.session(self, peer: peer, didChange: state) }
  }

  func join(_ newcomer: MCSession) {
    let preferences: Set = [encryptionPreference, newcomer.encryptionPreference]
    guard preferences != [.required, .none], others.count < 7, newcomer.others.isEmpty else {
      changed(newcomer.myPeerID, .notConnected)
      return newcomer.changed(myPeerID, .notConnected)
    }
    for session in others + [self] {
      session.others.append(newcomer)
      newcomer.others.append(session)
      session.changed(newcomer.myPeerID, .connected)
      newcomer.changed(session.myPeerID, .connected)
    }
  }

  open func send(_ data: Data, toPeers peerIDs: [MCPeerID], with mode: MCSessionSendDataMode) throws {
    try EmulatedCrowd.locked { () -> Result<Void, NSError> in
      let receivers = others.filter { peerIDs.contains($0.myPeerID) }
      // 1: not connected.
      guard receivers.count == peerIDs.count else { return .failure(NSError(domain: MCErrorDomain, code: 1)) }
      for other in receivers {
        other.queue.tell { other.delegate?.session(other, didReceive: data, fromPeer: self.myPeerID) }
      }
      return .success(())
    }.get()
  }

  open func startStream(withName streamName: String, toPeer peerID: MCPeerID) throws -> OutputStream {
    let other = EmulatedCrowd.locked { others.first { $0.myPeerID == peerID } }
    guard let other else { throw NSError(domain: MCErrorDomain, code: 1) }
    other.queue.tell {
      other.delegate?.session(
        other, didReceive: InputStream(data: Data()), withName: streamName, fromPeer: self.myPeerID)
    }
    return OutputStream.toMemory()
  }

  open func disconnect() {
    EmulatedCrowd.locked {
      for other in others {
        other.others.removeAll { $0 === self }
        other.changed(myPeerID, .notConnected)
        changed(other.myPeerID, .notConnected)
      }
      others = []
    }
  }
}
