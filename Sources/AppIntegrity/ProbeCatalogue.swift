import SecurityPolicy

/// What is looked for, as versioned data: paths, names, ports and properties with class, systems and engine.
///
/// The data is written by `Scripts/make-probe-data` from `Probes/*.tsv`, which also names the source of each value. It
/// is stored so that no readable list stands in the app; that keeps a search for strings from finding the checks and
/// protects nothing else. Source: MASVS-RESILIENCE-1; BSI TR-03161-1 O.Resi_2.
public struct ProbeCatalogue: Sendable {
  /// Counts up when the data changes its meaning.
  public let version: UInt32
  public let entries: [ProbeEntry]

  /// The catalogue that this module was built with.
  public static let builtIn = ProbeCatalogue(version: SealedCatalogue.version, sealed: SealedCatalogue.text)

  init(version: UInt32, sealed: StaticString) {
    self.version = version
    let lines = SealedText.opened(sealed, version: version).split(separator: "\n").map { ProbeEntry(line: $0) }
    // One line that cannot be read would leave probes out silently: then there is no catalogue, and who asks it for
    // values gets none and says that it could not look.
    entries = lines.contains { $0 == nil } ? [] : lines.compactMap { $0 }
  }

  /// What is looked for on a system, in the order of the files. `major` nil: on every version.
  public func entries(on platform: Platform, major: Int? = nil) -> [ProbeEntry] {
    entries.filter { $0.platform == platform && $0.applies(to: major) }
  }

  /// The values of one probe that are switched on; nil when the catalogue lists no such probe.
  public func values(of probe: String, on platform: Platform, engine: ProbeEngine? = nil) -> [String]? {
    let found = entries.filter {
      $0.probe == probe && $0.platform == platform && $0.probeClass != .dead && (engine == nil || $0.engine == engine)
    }
    return found.isEmpty ? nil : found.flatMap(\.values)
  }

  /// The URL schemes that an app must declare in `LSApplicationQueriesSchemes` before it may ask for them.
  public var schemes: [String] {
    entries(on: .ios).filter { $0.engine == .scheme }.flatMap(\.values)
  }
}
