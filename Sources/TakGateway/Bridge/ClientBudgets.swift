import PeerMesh

/// What each client of the server may send through the bridge, by its name: neither another proof nor another certificate nor
/// another device of the same client begins anew. Bounded; a budget goes only when it is as good as a new one.
struct ClientBudgets: Sendable {
  private struct Budget {
    var events: EventBudget
    var emergencies: EventBudget
  }

  private let rate: Rate
  private let emergencyRate: Rate
  private let limit: Int
  private var clients: [ProvenClient.Name: Budget] = [:]

  init(_ rate: Rate, emergencies: Rate, limit: Int) {
    (self.rate, emergencyRate, self.limit) = (rate, emergencies, limit)
  }

  /// Takes one event or one emergency; false when there is none left, or no room for one more client.
  mutating func take(for client: ProvenClient, isEmergency: Bool, now: MeshTime) -> Bool {
    if clients[client.name] == nil, clients.count >= limit {
      clients = clients.filter {
        !$0.value.events.isFull(of: rate, now: now) || !$0.value.emergencies.isFull(of: emergencyRate, now: now)
      }
      guard clients.count < limit else { return false }
    }
    var budget =
      clients[client.name]
      ?? Budget(events: EventBudget(rate, now: now), emergencies: EventBudget(emergencyRate, now: now))
    defer { clients[client.name] = budget }
    return isEmergency
      ? budget.emergencies.take(of: emergencyRate, now: now) : budget.events.take(of: rate, now: now)
  }
}
