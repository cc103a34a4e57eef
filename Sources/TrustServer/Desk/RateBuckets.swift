#if Server
  import Synchronization

  /// Token buckets by key, in memory and bounded. A restart forgets them; several servers do not share them.
  ///
  /// Not protected: while a clock steps back and forth each step ahead fills the buckets.
  final class RateBuckets: Sendable {
    private struct Bucket {
      var level: Double
      var date: Int64
    }

    private let capacity: Int
    private let most: Int
    private let buckets = Mutex<[String: Bucket]>([:])

    /// - Parameter perMinute: requests per minute, burst included. `most`: keys held at a time.
    init(perMinute: Int, most: Int = 10_000) {
      capacity = max(1, perMinute)
      self.most = most
    }

    /// Takes one; otherwise says after how many seconds one will be there.
    func take(_ key: String, now: Int64) -> Int64? {
      let rate = Double(capacity) / 60
      return buckets.withLock { buckets in
        if buckets[key] == nil, buckets.count >= most {
          // A full bucket says nothing that an absent one does not say.
          buckets = buckets.filter { Double(abs(now - $0.value.date)) * rate + $0.value.level < Double(capacity) }
          // Every key is in use: refusing newcomers keeps the limits of those who are known.
          if buckets.count >= most { return 60 }
        }
        var bucket = buckets[key] ?? Bucket(level: Double(capacity), date: now)
        // After a step of the clock back it fills from the new time on.
        bucket.level = min(Double(capacity), bucket.level + Double(max(0, now - bucket.date)) * rate)
        bucket.date = now
        defer { buckets[key] = bucket }
        guard bucket.level >= 1 else { return Int64(((1 - bucket.level) / rate).rounded(.up)) }
        bucket.level -= 1
        return nil
      }
    }
  }
#endif
