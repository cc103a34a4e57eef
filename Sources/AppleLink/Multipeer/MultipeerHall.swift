import Dispatch
import Foundation
import MultipeerConnectivity
import PeerMesh

/// What the system calls: each call is taken to one queue. Of two devices the one with the lower name invites, and each pair
/// has a session of its own, so that no third party can enter it.
final class MultipeerHall: NSObject, @unchecked Sendable {
  // @unchecked: what changes is touched on `queue` only; the objects of the system's may be used from every thread.
  private struct Contact {
    let session: MCSession
    let peer: MCPeerID
    let role: LinkRole
  }

  private let neighbours: Neighbours<NearbyID>
  private let report: StateReport
  private let queue = DispatchQueue(label: "mantlet.multipeer")
  private let own: NearbyID
  private let me: MCPeerID
  private let advertiser: MCNearbyServiceAdvertiser
  private let browser: MCNearbyServiceBrowser
  private var contacts: [NearbyID: Contact] = [:]
  /// Whom the system found; it says so once.
  private var found = NearbyLine<MCPeerID>(limit: 512)
  private var isStarted = false

  init(_ neighbours: Neighbours<NearbyID>, _ report: StateReport) {
    (self.neighbours, self.report) = (neighbours, report)
    own = neighbours.currentID
    me = MCPeerID(displayName: own.text)
    let type = MultipeerNeighbourhood.serviceType
    advertiser = MCNearbyServiceAdvertiser(peer: me, discoveryInfo: nil, serviceType: type)
    browser = MCNearbyServiceBrowser(peer: me, serviceType: type)
    super.init()
    neighbours.disconnect = { [weak self] name in
      guard let contact = self?.contacts.removeValue(forKey: name) else { return }
      contact.session.delegate = nil
      contact.session.disconnect()
    }
  }

  private func hop(_ body: @escaping @Sendable (MultipeerHall) -> Void) {
    queue.async { [weak self] in if let self { body(self) } }
  }

  func start() {
    hop { hall in
      guard !hall.isStarted else { return }
      hall.isStarted = true
      (hall.advertiser.delegate, hall.browser.delegate) = (hall, hall)
      hall.advertiser.startAdvertisingPeer()
      hall.browser.startBrowsingForPeers()
      hall.report.note(.on, of: .shown)
      hall.report.note(.on, of: .searching)
    }
  }

  func tend() {
    hop { hall in
      hall.neighbours.dropOverdue()
      hall.inviteAll()
    }
  }

  /// As many as there is room for, the one that has waited longest first.
  private func inviteAll() {
    for (name, peer) in found.inOrder where invite(peer) { found.tried(name) }
  }

  func close() {
    queue.async { [self] in
      (advertiser.delegate, browser.delegate) = (nil, nil)
      advertiser.stopAdvertisingPeer()
      browser.stopBrowsingForPeers()
      neighbours.finish()
      report.finish()
    }
  }

  private func invite(_ peer: MCPeerID) -> Bool {
    guard let session = session(for: peer, role: .initiator) else { return false }
    browser.invitePeer(peer, to: session, withContext: nil, timeout: 10)
    return true
  }

  /// A session for this neighbour; nil when there is none for it. A name that is no id is no neighbour.
  private func session(for peer: MCPeerID, role: LinkRole) -> MCSession? {
    guard let name = NearbyID(text: peer.displayName), role == .initiator ? own < name : name < own else { return nil }
    guard neighbours.admit(name, role: role) else { return nil }
    guard neighbours.claim(name, own: own, by: name) else {
      neighbours.forget(name)
      return nil
    }
    let session = MCSession(peer: me, securityIdentity: nil, encryptionPreference: .required)
    session.delegate = self
    contacts[name] = Contact(session: session, peer: peer, role: role)
    return session
  }

  /// The neighbour whose session this is; one that brings anybody else is dropped.
  private func name(_ session: MCSession, _ peer: MCPeerID) -> NearbyID? {
    guard let found = contacts.first(where: { $0.value.session === session }) else { return nil }
    guard found.value.peer == peer else {
      neighbours.drop(found.key)
      return nil
    }
    return found.key
  }

  private func changed(_ session: MCSession, _ peer: MCPeerID, to state: MCSessionState) {
    guard let name = name(session, peer), let contact = contacts[name] else { return }
    switch state {
    case .connecting: break
    case .connected:
      neighbours.connect(
        name, role: contact.role, own: own, peer: name, mtu: DatagramFraming.limit,
        onSend: { [weak self] in self?.hop { $0.flush(name) } },
        onClose: { [weak self] in self?.hop { $0.neighbours.drop(name) } })
    default: neighbours.drop(name)
    }
  }

  private func flush(_ name: NearbyID) {
    guard let contact = contacts[name], let link = neighbours.open[name] else { return }
    var isGone = false
    while link.sendNext({ datagram in
      do { try contact.session.send(Data(datagram), toPeers: [contact.peer], with: .reliable) } catch { isGone = true }
      return !isGone
    }) {}
    if isGone { neighbours.drop(name) }
  }

  private func heard(_ session: MCSession, _ peer: MCPeerID, _ data: Data) {
    guard let name = name(session, peer) else { return }
    guard (1...DatagramFraming.limit).contains(data.count) else { return neighbours.drop(name) }
    neighbours.open[name]?.receive(Array(data))
  }

  private func refuse(_ session: MCSession) {
    let session = Held(session)
    hop { hall in
      guard let found = hall.contacts.first(where: { $0.value.session === session.value }) else { return }
      hall.neighbours.drop(found.key)
    }
  }
}

extension MultipeerHall: MCNearbyServiceAdvertiserDelegate, MCNearbyServiceBrowserDelegate {
  func advertiser(
    _ advertiser: MCNearbyServiceAdvertiser, didReceiveInvitationFromPeer peerID: MCPeerID, withContext context: Data?,
    invitationHandler: @escaping (Bool, MCSession?) -> Void
  ) {
    let (peer, answer) = (Held(peerID), Held(invitationHandler))
    hop { hall in
      let session = hall.session(for: peer.value, role: .responder)
      answer.value(session != nil, session)
    }
  }

  func advertiser(_ advertiser: MCNearbyServiceAdvertiser, didNotStartAdvertisingPeer error: any Error) {
    let code = (error as NSError).code
    hop { $0.report.note(.off(.system(call: "advertise", code: code)), of: .shown) }
  }

  func browser(
    _ browser: MCNearbyServiceBrowser, foundPeer peerID: MCPeerID, withDiscoveryInfo info: [String: String]?
  ) {
    let peer = Held(peerID)
    hop { hall in
      guard let name = NearbyID(text: peer.value.displayName), hall.own < name else { return }
      hall.found.note(name, at: peer.value)
      hall.inviteAll()
    }
  }

  /// A link to it may go on.
  func browser(_ browser: MCNearbyServiceBrowser, lostPeer peerID: MCPeerID) {
    let peer = Held(peerID)
    hop { hall in
      guard let name = NearbyID(text: peer.value.displayName), hall.found[name] == peer.value else { return }
      hall.found.forget(name)
    }
  }

  func browser(_ browser: MCNearbyServiceBrowser, didNotStartBrowsingForPeers error: any Error) {
    let code = (error as NSError).code
    hop { $0.report.note(.off(.system(call: "look for others", code: code)), of: .searching) }
  }
}

extension MultipeerHall: MCSessionDelegate {
  func session(_ session: MCSession, peer peerID: MCPeerID, didChange state: MCSessionState) {
    let (session, peer) = (Held(session), Held(peerID))
    hop { $0.changed(session.value, peer.value, to: state) }
  }

  func session(_ session: MCSession, didReceive data: Data, fromPeer peerID: MCPeerID) {
    let (session, peer) = (Held(session), Held(peerID))
    hop { $0.heard(session.value, peer.value, data) }
  }

  func session(
    _ session: MCSession, didReceive stream: InputStream, withName streamName: String, fromPeer peerID: MCPeerID
  ) {
    stream.close()
    refuse(session)
  }

  func session(
    _ session: MCSession, didStartReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
    with progress: Progress
  ) {
    progress.cancel()
    refuse(session)
  }

  /// What was cancelled; a file that came whole before lies in the system's temporary folder until the system empties it.
  func session(
    _ session: MCSession, didFinishReceivingResourceWithName resourceName: String, fromPeer peerID: MCPeerID,
    at localURL: URL?, withError error: (any Error)?
  ) {
    if let localURL { try? FileManager.default.removeItem(at: localURL) }
    refuse(session)
  }
}
