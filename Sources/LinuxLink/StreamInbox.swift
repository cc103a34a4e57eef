#if os(Linux) || os(Android)
  import PeerMesh
  import Synchronization

  /// Datagrams of a byte stream that wait until the node reads them. Nothing is lost: when it is full, whoever fills it stops
  /// until there is room.
  final class StreamInbox: Sendable {
    enum Room { case room, full, over }

    private struct State {
      var framing = DatagramFraming()
      var waiting: [[UInt8]] = []
      /// Of `waiting`, what was read.
      var start = 0
      var isFull = false
      var isEnded = false
      var onRoom: @Sendable () -> Void = {}

      var count: Int { waiting.count - start }

      mutating func take() -> [UInt8]? {
        guard start < waiting.count else { return nil }
        let first = waiting[start]
        waiting[start] = []
        start += 1
        if start == waiting.count || start >= StreamInbox.limit {
          waiting.removeFirst(start)
          start = 0
        }
        return first
      }
    }

    /// Datagrams that wait before it is full; what one read brings may come on top.
    private static let limit = 64
    private let state = Mutex(State())
    private let bell = ArrivalBell()

    /// Called once after each time that ``fill(_:)`` said that it is full.
    func onRoom(_ call: @escaping @Sendable () -> Void) { state.withLock { $0.onRoom = call } }

    /// Takes what `read` brings: bytes as they come, nil when none will; one call after another. `full`: not read again
    /// before ``onRoom(_:)``.
    func fill(_ read: () -> [UInt8]?) -> Room {
      let (room, isNew) = state.withLock { state -> (Room, Bool) in
        guard !state.isEnded, !state.isFull else { return (state.isEnded ? .over : .full, false) }
        guard let bytes = read() else { return (.over, false) }
        let new = state.framing.add(bytes)
        state.waiting += new
        state.isFull = state.count >= Self.limit
        return (state.framing.isBroken ? .over : state.isFull ? .full : .room, !new.isEmpty)
      }
      if isNew { bell.ring() }
      return room
    }

    /// Whether nobody may fill it now.
    var isFull: Bool { state.withLock { $0.isFull } }

    /// What waits is still read.
    func end() {
      state.withLock { $0.isEnded = true }
      bell.end()
    }

    /// The datagram that has waited longest; nil when none will come. For one reader.
    func next() async -> [UInt8]? {
      await bell.next {
        let (datagram, isEnded, onRoom) = state.withLock { state in
          let first = state.take()
          let hasRoom = state.isFull && state.count <= Self.limit / 2
          if hasRoom { state.isFull = false }
          return (first, state.isEnded, hasRoom ? state.onRoom : nil)
        }
        onRoom?()
        return (datagram, isEnded)
      }
    }
  }
#endif
