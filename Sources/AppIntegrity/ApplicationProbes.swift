import SecurityPolicy

/// The catalogue's probes of an app's platform, asked through ``ApplicationFacts``: one signal for each probe id.
///
/// A signal has the strength of the most telling value that was found. Being refused (a sandbox closes folders on
/// untouched devices, too) is noted, and only when nothing could be looked at the probe is `unavailable`. A URL scheme
/// that the app does not declare counts as not looked at, with the line that Info.plist lacks.
///
/// **Refused in part.** Which folders the sandbox of an untouched phone closes to `lstat` is not known here for each
/// version: no page of Apple's lists them, and it was not tried on devices. So a refusal beside answers is no sign and
/// leaves the probe `clean`, with the note `could not look: …`, which for strong probes stays in earlier checks of a
/// report, too, while there is room. A jailbreak that has only its own paths refused reads as clean here; whoever reads
/// reports can compare the notes with those of other phones of the same version.
///
/// Protected: makes jailbreaks, injected libraries and repackaging visible that do not hide from this app. Not
/// protected: a hidden jailbreak (Dopamine's "hide", RootHide) shows nothing of its files, and whoever controls the
/// process can answer for the platform.
/// Source: MASVS-RESILIENCE-1, -2, -4; BSI TR-03161-1 O.Resi_2.
public struct ApplicationProbes: SignalSource {
  private let facts: any ApplicationFacts
  private let groups: [[ProbeEntry]]
  private let log: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - major: the system's major version: probes of other versions are left out; nil asks all.
  ///   - log: takes one line for each value, such as `looking for file /var/jb: absent`. For developers: the lines
  ///     name what is looked for.
  public init(
    facts: any ApplicationFacts, platform: Platform = .ios, major: Int? = nil, catalogue: ProbeCatalogue = .builtIn,
    log: (@Sendable (String) -> Void)? = nil
  ) {
    self.facts = facts
    self.log = log
    let entries = catalogue.entries(on: platform, major: major)
    var order: [String] = []
    for entry in entries where !order.contains(entry.probe) { order.append(entry.probe) }
    groups = order.map { probe in entries.filter { $0.probe == probe } }
  }

  // O.Resi_2#320
  /// Asks everything. An empty catalogue gives no signal, which no assessment takes for clean.
  public func signals() -> [Signal] { groups.map(signal) }

  private func signal(_ entries: [ProbeEntry]) -> Signal {
    var found: [(strength: Signal.Strength, fact: String)] = []
    var refused: [String] = []
    var looked = 0
    for entry in entries {
      guard let strength = entry.probeClass.strength else { continue }
      for (fact, answer) in answers(entry) {
        log?("looking for \(fact): \(Self.word(answer))")
        switch answer {
        case .present:
          looked += 1
          found.append((strength, fact))
        case .absent, .names: looked += 1
        case .notDeclared:
          refused.append("not allowed to ask: add <string>\(fact.split(separator: " ").last ?? "")</string>")
        case .unavailable(let number): refused.append("\(Signal.gap): \(fact), error \(number)")
        }
      }
    }
    let order = Signal.Strength.allCases
    let best = (found.map(\.strength) + (found.isEmpty ? entries.compactMap(\.probeClass.strength) : []))
      .min { (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0) }
    let observation: Signal.Observation = !found.isEmpty ? .detected : looked == 0 ? .unavailable : .clean
    return Signal(
      probe: entries.first?.probe ?? "", category: entries.first?.category ?? .privilegedAccess,
      strength: best ?? .weak,
      family: entries.first?.family ?? .filesystem, observation: observation,
      evidence: found.isEmpty ? refused : found.map(\.fact))
  }

  /// What is asked for one entry, each with its answer.
  private func answers(_ entry: ProbeEntry) -> [(String, ProbeAnswer)] {
    switch entry.engine {
    case .image, .imageOutside: return images(entry)
    case .bundleFileMissing:
      return entry.values.map { value in
        switch facts.answer(.bundleFile(value)) {
        case .present: ("missing \(value)", .absent)
        case .absent: ("missing \(value)", .present)
        case let other: ("missing \(value)", other)
        }
      }
    default:
      return entry.values.compactMap { value in
        Self.question(entry.engine, value).map { ("\(entry.engine.rawValue) \(value)", facts.answer($0)) }
      }
    }
  }

  private static func question(_ engine: ProbeEngine, _ value: String) -> ProbeQuestion? {
    switch engine {
    case .file: .file(value)
    case .symlink: .symlink(value)
    case .bundleFile: .bundleFile(value)
    case .writable: .writable(value)
    case .scheme: .scheme(value)
    case .environment: .environment(value)
    case .port: UInt16(value).map { .port($0) }
    case .type: .type(value)
    default: nil
    }
  }

  private func images(_ entry: ProbeEntry) -> [(String, ProbeAnswer)] {
    let answer = facts.answer(.images)
    guard case .names(let paths) = answer else { return [("images", answer)] }
    if entry.engine == .imageOutside {
      let foreign = paths.filter { path in !entry.values.contains { path.hasPrefix($0) } }
      return foreign.isEmpty
        ? [("images of other folders", .absent)] : foreign.map { ("image \(ImageName.last($0))", .present) }
    }
    return entry.values.map { value in
      let name = ImageName(value)
      return ("image \(value)", paths.contains { name.matches(ImageName.last($0)) } ? .present : .absent)
    }
  }

  private static func word(_ answer: ProbeAnswer) -> String {
    switch answer {
    case .absent, .names: "absent"
    case .present: "present"
    case .notDeclared: "not allowed to ask"
    case .unavailable(let number): "could not look, error \(number)"
    }
  }
}
