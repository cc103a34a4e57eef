import Dispatch
import Foundation
import Network
import PeerMesh

/// Listener, browser and connections, all on one queue. Of two devices the one with the lower name dials.
final class NetworkStation: @unchecked Sendable {
  // @unchecked: touched on `queue` only, which is also where the system calls.
  private struct Contact {
    let connection: NWConnection
    let role: LinkRole
    var framing = DatagramFraming()
    var isGreeted = false
    var isSending = false
  }

  /// One datagram with its length, no more.
  private static let portion = DatagramFraming.limit + 2
  private let neighbours: Neighbours<NetworkPeer>
  private let report: StateReport
  private let queue = DispatchQueue(label: "mantlet.network")
  private let own: NearbyID
  private var listener: NWListener?
  private var browser: NWBrowser?
  private var contacts: [NetworkPeer: Contact] = [:]
  private var found = NearbyLine<NWEndpoint>(limit: 1024)
  private var accepted: UInt64 = 0

  init(_ neighbours: Neighbours<NetworkPeer>, _ report: StateReport) {
    (self.neighbours, self.report) = (neighbours, report)
    own = neighbours.currentID
    neighbours.disconnect = { [weak self] key in
      guard let contact = self?.contacts.removeValue(forKey: key) else { return }
      contact.connection.stateUpdateHandler = nil
      contact.connection.cancel()
    }
  }

  private func hop(_ body: @escaping @Sendable (NetworkStation) -> Void) {
    queue.async { [weak self] in if let self { body(self) } }
  }

  private static func parameters() -> NWParameters {
    let transport = NWProtocolTCP.Options()
    transport.noDelay = true
    transport.connectionTimeout = 10
    let parameters = NWParameters(tls: nil, tcp: transport)
    parameters.includePeerToPeer = true
    parameters.preferNoProxies = true
    return parameters
  }

  func start() throws(NearbyRefusal) {
    let outcome = queue.sync { Result { () throws(NearbyRefusal) in try begin() } }
    try outcome.get()
  }

  private func begin() throws(NearbyRefusal) {
    guard listener == nil else { return }
    let type = NetworkNeighbourhood.serviceType
    let new: NWListener
    do { new = try NWListener(using: Self.parameters()) } catch {
      throw .system(call: "listen", code: (error as NSError).code)
    }
    new.service = NWListener.Service(name: own.text, type: type)
    new.stateUpdateHandler = { [weak self] in self?.listens($0) }
    new.newConnectionHandler = { [weak self] in self?.took($0) }
    listener = new
    new.start(queue: queue)
    let search = NWBrowser(for: .bonjour(type: type, domain: nil), using: Self.parameters())
    search.stateUpdateHandler = { [weak self] in self?.browses($0) }
    search.browseResultsChangedHandler = { [weak self] results, _ in self?.meet(results) }
    browser = search
    search.start(queue: queue)
  }

  func tend() {
    queue.async { [self] in
      neighbours.dropOverdue()
      if let browser { meet(browser.browseResults) }
    }
  }

  func close() {
    queue.async { [self] in
      listener?.cancel()
      browser?.cancel()
      (listener, browser) = (nil, nil)
      neighbours.finish()
      report.finish()
    }
  }

  private func listens(_ state: NWListener.State) {
    switch state {
    case .ready: report.note(.on, of: .shown)
    case .waiting(let error), .failed(let error): report.note(.off(NearbyRefusal(error, to: "listen")), of: .shown)
    default: break
    }
  }

  private func browses(_ state: NWBrowser.State) {
    switch state {
    case .ready: report.note(.on, of: .searching)
    case .waiting(let error), .failed(let error):
      report.note(.off(NearbyRefusal(error, to: "look for others")), of: .searching)
    default: break
    }
  }

  /// Dials who has a higher name, the one that has waited longest first; a name that is no id is nobody.
  private func meet(_ results: Set<NWBrowser.Result>) {
    guard listener != nil else { return }
    var seen: Set<NearbyID> = []
    for result in results {
      guard case .service(let name, _, _, _) = result.endpoint, let peer = NearbyID(text: name), own < peer else {
        continue
      }
      seen.insert(peer)
      found.note(peer, at: result.endpoint)
    }
    found.keep(only: seen)
    for (peer, endpoint) in found.inOrder where neighbours.admit(.dialled(peer), role: .initiator) {
      found.tried(peer)
      begin(NWConnection(to: endpoint, using: Self.parameters()), .dialled(peer), .initiator)
    }
  }

  private func took(_ connection: NWConnection) {
    accepted += 1
    let key = NetworkPeer.accepted(accepted)
    guard listener != nil, neighbours.admit(key, role: .responder, host: connection.endpoint.hostAddress) else {
      return connection.cancel()
    }
    begin(connection, key, .responder)
  }

  private func begin(_ connection: NWConnection, _ key: NetworkPeer, _ role: LinkRole) {
    contacts[key] = Contact(connection: connection, role: role)
    connection.stateUpdateHandler = { [weak self] in self?.changed(key, to: $0) }
    connection.start(queue: queue)
  }

  private func changed(_ key: NetworkPeer, to state: NWConnection.State) {
    guard let connection = contacts[key]?.connection else { return }
    switch state {
    case .ready:
      // Whom a service led to shows only now.
      if let host = connection.currentPath?.remoteEndpoint?.hostAddress, !neighbours.locate(key, at: host) {
        return neighbours.drop(key)
      }
      send(NearbyGreeting(id: own).bytes, on: key)
      receive(connection, key)
    // Whoever does not answer now is dialled again later.
    case .waiting, .failed, .cancelled: neighbours.drop(key)
    default: break
    }
  }

  private func receive(_ connection: NWConnection, _ key: NetworkPeer) {
    connection.receive(minimumIncompleteLength: 1, maximumLength: Self.portion) {
      [weak self] data, _, isLast, error in
      self?.heard(key, data, isOver: isLast || error != nil)
    }
  }

  private func heard(_ key: NetworkPeer, _ data: Data?, isOver: Bool) {
    guard let whole = contacts[key]?.framing.add(Array(data ?? Data())) else { return }
    for datagram in whole {
      if contacts[key]?.isGreeted == true {
        neighbours.open[key]?.receive(datagram)
      } else if !greet(key, datagram) {
        return neighbours.drop(key, rest: NearbyPeers<NetworkPeer>.duplicateRest)
      }
    }
    guard let contact = contacts[key], !contact.framing.isBroken, !isOver else { return neighbours.drop(key) }
    receive(contact.connection, key)
  }

  /// The first datagram says who it is; the one that was dialled has to be the one that was found.
  private func greet(_ key: NetworkPeer, _ datagram: [UInt8]) -> Bool {
    guard let contact = contacts[key], let greeting = NearbyGreeting(reading: datagram) else { return false }
    if case .dialled(let peer) = key, peer != greeting.id { return false }
    guard neighbours.claim(greeting.id, own: own, by: key) else { return false }
    contacts[key]?.isGreeted = true
    neighbours.connect(
      key, role: contact.role, own: own, peer: greeting.id, mtu: DatagramFraming.limit,
      onSend: { [weak self] in self?.hop { $0.flush(key) } },
      onProof: { [weak self] in self?.hop { $0.neighbours.noteProof(of: key) } },
      onClose: { [weak self] in self?.hop { $0.neighbours.drop(key) } })
    return contacts[key] != nil
  }

  /// One datagram under way; the next one when the system has taken it.
  private func flush(_ key: NetworkPeer) {
    guard contacts[key]?.isSending == false, let link = neighbours.open[key] else { return }
    _ = link.sendNext { datagram in
      send(datagram, on: key)
      return true
    }
  }

  private func send(_ datagram: [UInt8], on key: NetworkPeer) {
    guard let connection = contacts[key]?.connection else { return }
    contacts[key]?.isSending = true
    let told: @Sendable (NWError?) -> Void = { [weak self] in self?.sent(key, $0) }
    connection.send(content: Data(DatagramFraming.framed(datagram)), completion: .contentProcessed(told))
  }

  private func sent(_ key: NetworkPeer, _ error: NWError?) {
    guard error == nil else { return neighbours.drop(key) }
    contacts[key]?.isSending = false
    flush(key)
  }
}
