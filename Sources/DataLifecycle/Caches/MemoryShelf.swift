import Foundation

/// Entries in memory with a life and a byte budget; the least recently used one leaves first.
struct MemoryShelf {
  private struct Entry {
    let body: [UInt8]
    let stored: Date
    var use: UInt64
  }

  private let life: CacheLife
  private let budget: Int
  private var entries: [String: Entry] = [:]
  private var bytes = 0
  private var uses: UInt64 = 0
  private var latest = Date.distantPast

  init(life: Duration, budget: Int) {
    self.life = CacheLife(life)
    self.budget = budget
  }

  mutating func store(_ body: [UInt8], for key: String, now: Date) throws(LifecycleError) {
    guard body.count <= budget else { throw .tooLarge(limit: budget) }
    sweep(now)
    remove(key)
    while bytes + body.count > budget, let oldest = entries.min(by: { $0.value.use < $1.value.use })?.key {
      remove(oldest)
    }
    uses += 1
    entries[key] = Entry(body: body, stored: latest, use: uses)
    bytes += body.count
  }

  mutating func body(for key: String, now: Date) -> [UInt8]? {
    sweep(now)
    guard let entry = entries[key] else { return nil }
    uses += 1
    entries[key]?.use = uses
    return entry.body
  }

  mutating func remove(_ key: String) {
    bytes -= entries.removeValue(forKey: key)?.body.count ?? 0
  }

  /// Drops what is expired, and everything when the clock went back.
  mutating func sweep(_ now: Date) {
    if let time = CacheLife.time(after: latest, now: now) {
      latest = time
    } else {
      removeAll()
      latest = now
    }
    for (key, entry) in entries where !life.holds(stored: entry.stored, now: latest) { remove(key) }
  }

  mutating func removeAll() {
    entries = [:]
    bytes = 0
  }

  var count: Int { entries.count }
}
