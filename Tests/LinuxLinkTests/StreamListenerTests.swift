import Glibc
import LinuxLink
import PeerMesh
import Synchronization
import Testing

// One after another: each has many sockets open.
@Suite(.serialized, .timeLimit(.minutes(15))) struct StreamListenerTests {
  /// A connection from an address of this machine: a bare socket.
  private final class Caller {
    private let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

    /// - Parameter host: its own, within 127.0.0.0/8.
    init(at host: UInt32, to listener: StreamListener) throws {
      var patience = timeval(tv_sec: 20, tv_usec: 0)
      setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
      let bound = Sockets.withLoopback(host) { bind(file, $0, $1) }
      let connected = Sockets.withLoopback(1, port: listener.address.port) { connect(file, $0, $1) }
      try #require(bound == 0 && connected == 0)
    }

    deinit { close(file) }

    /// Waits until the other side ends it; false when that takes too long.
    func isEnded() -> Bool {
      var byte: UInt8 = 0
      let count = recv(file, &byte, 1, 0)
      return count == 0 || count < 0 && errno == ECONNRESET
    }
  }

  @Test func `When all places of strangers are taken, the oldest that has proven nothing goes for the next`()
    async throws
  {
    let time = Mutex<MeshTime>(1_000_000)
    let listener = try Sockets.listener { time.withLock { $0 } }
    var (links, callers): ([StreamLink], [Caller]) = ([], [])
    var made = listener.links.makeAsyncIterator()
    for number in 0..<35 as Range<UInt32> {
      callers.append(try Caller(at: 1_000 + number, to: listener))
      links.append(try #require(await made.next()))
      if number == 0 { links[0].proved() }
      time.withLock { $0 += 1_000 }
    }
    #expect(links.map(\.isClosed) == (0..<35).map { (1...2).contains($0) })
    withExtendedLifetime(callers) { listener.close() }
  }

  @Test func `However many are proven, the next one is handed to the node, up to 96 in all`() async throws {
    let time = Mutex<MeshTime>(1_000_000)
    let listener = try Sockets.listener { time.withLock { $0 } }
    var (links, callers): ([StreamLink], [Caller]) = ([], [])
    var made = listener.links.makeAsyncIterator()
    for number in 0..<96 as Range<UInt32> {
      callers.append(try Caller(at: 1_000 + number, to: listener))
      links.append(try #require(await made.next()))
      links.last?.proved()
      time.withLock { $0 += 1_000 }
    }
    let late = try Caller(at: 2_000, to: listener)
    #expect(late.isEnded())
    #expect(links.count { !$0.isClosed } == 96)
    withExtendedLifetime(callers) { listener.close() }
  }

  @Test func `One host that connects again and again keeps out nobody else, and of its own the oldest goes`()
    async throws
  {
    // The clock stands still, so no budget grows again.
    let time = Mutex<MeshTime>(1_000_000)
    let listener = try Sockets.listener { time.withLock { $0 } }
    var crowd = try (0..<20).map { _ in try Caller(at: 9, to: listener) }
    let honest = try Caller(at: 10, to: listener)
    var (links, made) = ([StreamLink](), listener.links.makeAsyncIterator())
    for _ in 0..<9 { links.append(try #require(await made.next())) }
    try #require(links.map { "\($0.peer.host)" } == Array(repeating: "127.0.0.9", count: 8) + ["127.0.0.10"])
    for caller in crowd[8...] { #expect(caller.isEnded()) }
    time.withLock { $0 += 500 }
    crowd.append(try Caller(at: 9, to: listener))
    links.append(try #require(await made.next()))
    #expect(links.map(\.isClosed) == [true] + Array(repeating: false, count: 9))
    withExtendedLifetime(honest) { listener.close() }
  }

  @Test func `In a full table the node ends a link of the host that has most, and its connection with it`() async throws
  {
    var limits = MeshLimits()
    limits.links = 4
    // Nobody wakes these nodes: a hello that had to wait would not be said again.
    limits.neighbourHandshakes = limits.handshakes
    let node = try Sockets.node(100, limits: limits)
    let listener = try Sockets.listener()
    var made = listener.links.makeAsyncIterator()
    var (links, members): ([StreamLink], [MeshNode]) = ([], [])
    for number in 1...6 as ClosedRange<UInt8> {
      let near = try await StreamLink.connect(to: listener.address, id: LinkID(UInt64(number)))
      let far = try #require(await made.next())
      let member = try Sockets.node(number)
      await node.attach(far)
      await member.attach(near)
      for await effect in node.events { if case .proven(let id) = effect, id == far.description.id { break } }
      links.append(far)
      members.append(member)
    }
    #expect(links.map(\.isClosed) == [true, true, false, false, false, false])
    withExtendedLifetime(members) { listener.close() }
  }
}
