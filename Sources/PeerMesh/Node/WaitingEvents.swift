/// The events of an ``EventQueue``: each in the lane of its kind, all read in the order in which they came.
struct WaitingEvents {
  private struct Event {
    let number: UInt64
    let effect: MeshEffect
  }

  /// First in, first out; beyond the limit the oldest goes.
  private struct Lane {
    let limit: Int
    private var events: [Event?] = []
    private var start = 0

    init(limit: Int) { self.limit = limit }

    /// `.max` when nothing waits.
    var firstNumber: UInt64 { start < events.count ? events[start]?.number ?? .max : .max }

    func contains(_ notice: MeshNotice) -> Bool {
      events[start...].contains { event in
        if case .notice(let known)? = event?.effect { known == notice } else { false }
      }
    }

    /// Whether nothing had to go for it.
    mutating func add(_ event: Event) -> Bool {
      let isFull = events.count - start >= limit
      if isFull { removeFirst() }
      events.append(event)
      return !isFull
    }

    @discardableResult
    mutating func removeFirst() -> MeshEffect? {
      guard start < events.count else { return nil }
      let event = events[start]
      events[start] = nil
      start += 1
      if start == limit || start == events.count {
        events.removeFirst(start)
        start = 0
      }
      return event?.effect
    }
  }

  private struct Call: SharedFrame {
    let event: Event
    let sender: MeshDeviceKey
    let source: LinkSource?
    let byteCount: Int
    var isEmergency: Bool { true }
  }

  static let (limit, stateLimit) = (1024, 32)
  static let (callLimit, callBytes) = (256, 1 << 20)
  private var others = Lane(limit: WaitingEvents.limit)
  private var states = Lane(limit: WaitingEvents.stateLimit)
  private var calls: [Call] = []
  private var number: UInt64 = 0
  /// What was lost, and how many of it were emergencies.
  private(set) var unread = 0
  private(set) var unreadEmergencies = 0

  /// - Parameter link: the one that brought it; nil if that is gone.
  mutating func add(_ effect: MeshEffect, over link: LinkDescription?) {
    number += 1
    let event = Event(number: number, effect: effect)
    // An emergency is always signed.
    if case .deliver(let message) = effect, message.kind == .emergency, case .device(let device, _) = message.origin {
      let source = link.map { LinkSource($0) } ?? .link(message.link)
      return add(Call(event: event, sender: device, source: source, byteCount: message.body.count))
    }
    if case .notice(let notice) = effect, notice.isOwn {
      // What waits says it already.
      if !states.contains(notice), !states.add(event) { unread += 1 }
    } else if !others.add(event) {
      unread += 1
    }
  }

  private mutating func add(_ call: Call) {
    var step = EmergencyShare.step(for: call, among: calls, count: Self.callLimit, bytes: Self.callBytes)
    while case .drop(let place) = step {
      lose(place)
      step = EmergencyShare.step(for: call, among: calls, count: Self.callLimit, bytes: Self.callBytes)
    }
    calls.append(call)
    // The last one is that which was refused.
    if case .refuse = step { return lose(calls.count - 1) }
    while calls.count > Self.callLimit || calls.reduce(0, { $0 + $1.byteCount }) > Self.callBytes { lose(0) }
  }

  private mutating func lose(_ place: Int) {
    calls.remove(at: place)
    unread += 1
    unreadEmergencies += 1
  }

  /// The event that has waited longest.
  mutating func removeFirst() -> MeshEffect? {
    let (other, state) = (others.firstNumber, states.firstNumber)
    if let call = calls.first, call.event.number < min(other, state) { return calls.removeFirst().event.effect }
    return state < other ? states.removeFirst() : others.removeFirst()
  }
}

extension MeshNotice {
  /// Whether it is about this node's own keys and store: nobody else decides how often that comes.
  fileprivate var isOwn: Bool {
    switch self {
    case .keyChanged, .leftOut, .notKept, .keyExpired: true
    case .foreignPeer, .identityConflict: false
    }
  }
}
