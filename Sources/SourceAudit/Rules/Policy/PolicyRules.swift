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
      case "seconds", "ofSeconds": return seconds(integers(of: amount), in: "seconds")
      case "minutes", "ofMinutes": return seconds(integers(of: amount), in: "minutes")
      case "hours", "ofHours": return seconds(integers(of: amount), in: "hours")
      case "milliseconds", "ofMillis": return seconds(integers(of: amount), in: "milliseconds")
      // `TimeUnit.MINUTES.toMillis(10)`
      case "toMillis", "toSeconds", "toMinutes":
        return seconds(integers(of: amount), in: value.receiver?.name.lowercased() ?? "")
      case "TimeInterval", "Double": return seconds(of: amount)
      default: return integers(of: value)
      }
    }
    if isDuration(value), let amount = value.first { return seconds(integers(of: amount), in: value.name) }
    let whole = integers(of: value)
    guard whole.isEmpty, value.kind == .name || value.kind == .member else { return whole }
    return origins(of: value).leaves.filter { $0 != value && $0.kind == .call }.flatMap { seconds(of: $0) }
  }

  /// `10.minutes` of Kotlin.
  private func isDuration(_ value: Expression) -> Bool {
    value.kind == .member && value.unit.language == .kotlin
      && ["milliseconds", "seconds", "minutes", "hours"].contains(value.name)
  }

  /// Whether a value says by itself in what unit it is.
  func saysUnit(_ value: Expression) -> Bool {
    let value = value.unwrapped
    return isDuration(value)
      || value.kind == .call
        && ["ofSeconds", "ofMinutes", "ofHours", "ofMillis", "toMillis", "toSeconds", "toMinutes"].contains(
          value.calledName)
  }

  /// Numbers of a unit, in seconds; none for a unit that is not known.
  func seconds(_ numbers: [Int], in unit: String) -> [Int] {
    switch unit {
    case "milliseconds", "millis", "ms": numbers.map { $0 / 1000 }
    case "seconds", "secs", "sec": numbers
    case "minutes", "mins": numbers.compactMap { Self.product($0, 60) }
    case "hours": numbers.compactMap { Self.product($0, 3600) }
    default: []
    }
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
