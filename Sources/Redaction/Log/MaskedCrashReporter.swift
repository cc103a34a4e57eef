import Synchronization

/// The only way to a crash reporter: masks every text, drops every key that is not on the list, and keeps the last
/// breadcrumbs.
///
/// - Protects against: secrets and personal data in messages, keys and breadcrumbs that the app writes.
/// - Does not protect against: what the reporter collects by itself (stack memory, names of screens, device identifiers):
///   switch that off where it is configured, and let nothing else call it.
///
/// Source: O.Source_3, O.Arch_3; MASVS-PRIVACY-1.
public final class MaskedCrashReporter: Sendable {
  private let reporter: any CrashReporting
  private let allowed: Set<String>
  private let rules: MaskingRules
  private let limit: Int
  private let breadcrumbs = Mutex(Breadcrumbs())

  private struct Breadcrumbs {
    var lines: [String] = []
    /// How often they were forgotten.
    var generation = 0
  }

  /// - Parameters:
  ///   - allowedKeys: the names of facts that may go out; their values are masked all the same.
  ///   - breadcrumbs: how many are kept.
  public init(
    _ reporter: any CrashReporting, allowedKeys: Set<String>, rules: MaskingRules = MaskingRules(),
    breadcrumbs limit: Int = 64
  ) {
    self.reporter = reporter
    allowed = allowedKeys
    self.rules = rules
    self.limit = max(0, limit)
  }

  /// Remembers what happened, for the next report; not when ``forget()`` is called meanwhile.
  public func leave(breadcrumb text: String) {
    let generation = breadcrumbs.withLock { $0.generation }
    let line = masked(text)
    breadcrumbs.withLock { kept in
      // What began before a logout is of the person who left.
      guard kept.generation == generation else { return }
      kept.lines.append(line)
      if kept.lines.count > limit { kept.lines.removeFirst(kept.lines.count - limit) }
    }
  }

  /// Reports an error by the name of its type: its own text may come from outside.
  public func record(_ error: any Error, keys: [String: String] = [:]) {
    record("\(type(of: error))", keys: keys)
  }

  /// Reports a message with facts; the breadcrumbs go along and stay.
  public func record(_ message: String, keys: [String: String] = [:]) {
    // O.Source_3#801
    let facts = keys.filter { allowed.contains($0.key) }
    // A name tells what its value is: `pin` and 1234 are masked together, not each by itself.
    let values = facts.map { name, value -> (String, String) in
      let line = masked(value)
      let kind = rules.isSecret(name) ? MaskedKind.value : rules.told(line, under: name)
      return (name, kind.map { rules.mark(as: $0, hiding: value) } ?? line)
    }
    reporter.record(
      CrashReport(
        message: masked(message), keys: Dictionary(values) { first, _ in first },
        breadcrumbs: breadcrumbs.withLock { $0.lines }))
  }

  /// Forgets the breadcrumbs, as a logout must: `Shield.forgetsAtLogout(_:)` sees to it.
  public func forget() {
    breadcrumbs.withLock { kept in
      kept.lines = []
      kept.generation += 1
    }
  }

  private func masked(_ text: String) -> String { rules.maskedLine(text) }
}
