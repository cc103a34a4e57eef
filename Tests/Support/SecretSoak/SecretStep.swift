#if os(Linux)

  import SecurityTesting

  /// One change of the store, as worker and judge both know it.
  enum SecretStep: Hashable {
    case write(String, Int)
    case delete(String)
    case rotate
    case rewrap

    static let names = ["a", "b.token", "c", "d-long-name-of-an-item", "e"]

    init(_ number: Int, _ dice: inout SeededGenerator) {
      let name = Self.names[Int(dice.next() % UInt64(Self.names.count))]
      switch dice.next() % 20 {
      case 0: self = .rotate
      case 1: self = .rewrap
      case 2...5: self = .delete(name)
      default: self = .write(name, number)
      }
    }

    init?(_ text: Substring) {
      let words = text.split(separator: " ")
      switch (words.first, words.count) {
      case ("write", 3):
        guard let number = Int(words[2]) else { return nil }
        self = .write(String(words[1]), number)
      case ("delete", 2): self = .delete(String(words[1]))
      case ("rotate", 1): self = .rotate
      case ("rewrap", 1): self = .rewrap
      default: return nil
      }
    }

    var text: String {
      switch self {
      case .write(let name, let number): "write \(name) \(number)"
      case .delete(let name): "delete \(name)"
      case .rotate: "rotate"
      case .rewrap: "rewrap"
      }
    }

    /// The value that a write of this number stores: long enough that half of it would show.
    static func value(_ number: Int) -> [UInt8] {
      Array(String(repeating: "\(number) ", count: 50 + number % 300).utf8)
    }

    func apply(to state: inout [String: Int]) {
      switch self {
      case .write(let name, let number): state[name] = number
      case .delete(let name): state[name] = nil
      case .rotate, .rewrap: break
      }
    }
  }

#endif
