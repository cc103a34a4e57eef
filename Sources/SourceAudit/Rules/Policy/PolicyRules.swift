import SecurityPolicy

/// Rules that hold code against the project's policy file: the same value said twice, and differently.
enum PolicyRules {
  static let all: [any Rule] = [
    TimeoutAgainstPolicy(), LogLevelAgainstPolicy(), PinsAgainstPolicy(), PinLengthAgainstPolicy(), IdleAgainstPolicy(),
  ]
}

extension Project {
  /// What a value that differs from the policy weighs: nobody promised the built-in defaults.
  var severityOfContradiction: FindingSeverity { policy.environments.isEmpty ? .note : .warning }

  /// The seconds that an expression may be: a number, a product, or a duration.
  func seconds(of value: Expression) -> [Int] {
    let value = value.unwrapped
    if value.kind == .call, let amount = value.argument(at: 0) {
      switch value.calledName {
      case "seconds": return integers(of: amount)
      case "minutes": return integers(of: amount).compactMap { Self.product($0, 60) }
      case "hours": return integers(of: amount).compactMap { Self.product($0, 3600) }
      case "milliseconds": return integers(of: amount).map { $0 / 1000 }
      case "TimeInterval", "Double": return seconds(of: amount)
      default: return integers(of: value)
      }
    }
    let whole = integers(of: value)
    guard whole.isEmpty, value.kind == .name || value.kind == .member else { return whole }
    return origins(of: value).leaves.filter { $0 != value && $0.kind == .call }.flatMap { seconds(of: $0) }
  }

  private static func product(_ left: Int, _ right: Int) -> Int? {
    let (result, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow ? nil : result
  }
}

/// The last four letters of a name: most names are told apart by them, without taking them to pieces.
struct NameEnd {
  private let letters: UInt32

  init(_ name: String) { letters = name.utf8.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } | 0x2020_2020 }

  /// - Parameter ends: four lower-case letters each.
  func isOneOf(_ ends: [String]) -> Bool { ends.contains { NameEnd($0).letters == letters } }
}
