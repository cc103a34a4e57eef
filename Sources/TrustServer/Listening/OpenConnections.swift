#if Server
  import Synchronization

  /// How many connections are open, in all and of each address. An address without one takes no room.
  final class OpenConnections: Sendable {
    private let most: Int
    private let perAddress = Mutex<[String: Int]>([:])

    init(mostPerAddress most: Int) { self.most = most }

    /// Counts one more, unless the address has all that it may have.
    func admit(_ address: String) -> Bool {
      perAddress.withLock { counts in
        let count = counts[address, default: 0]
        guard count < most else { return false }
        counts[address] = count + 1
        return true
      }
    }

    func leave(_ address: String) {
      perAddress.withLock { counts in
        guard let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
      }
    }
  }
#endif
