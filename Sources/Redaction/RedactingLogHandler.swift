import Logging

/// A log handler that lets only masked text through to the handler that it wraps.
///
/// - The message is masked by ``MaskingRules``; its control characters are escaped, so one event stays one line.
/// - Metadata: a value marked ``Sensitivity/public`` is masked by the same rules, and whole under a key that names a
///   secret, or a telephone number where it may be one; `personal`, `secret` and everything without a mark is replaced by `<personal>` or `<secret>`. This holds for
///   nested values and for metadata providers.
/// - An error keeps the name of its type and loses its text, which may come from outside. Put numbers that you need
///   into public metadata.
/// - Nothing below the floor passes, whatever level is set later.
///
/// It does not protect what another handler writes, nor text that no rule knows.
/// Source: O.Source_3, MASVS-STORAGE-2.
public struct RedactingLogHandler: LogHandler {
  private var inner: any LogHandler
  private let rules: MaskingRules
  private let floor: Logger.Level
  /// The level of `inner`, kept here because every call asks for it.
  private var level: Logger.Level
  public var metadataProvider: Logger.MetadataProvider?

  /// - Parameters:
  ///   - inner: writes the masked events; metadata that it holds already is masked now.
  ///   - floor: the lowest level that passes.
  public init(wrapping inner: any LogHandler, floor: Logger.Level, rules: MaskingRules = MaskingRules()) {
    self.rules = rules
    self.floor = floor
    level = max(inner.logLevel, floor)
    metadataProvider = inner.metadataProvider
    self.inner = inner
    // The provider runs here, where its values are masked. Handlers without one complain when it is set.
    if metadataProvider != nil { self.inner.metadataProvider = nil }
    self.inner.metadata = masked(inner.metadata)
    self.inner.logLevel = level
  }

  public var logLevel: Logger.Level {
    get { level }
    set {
      level = max(newValue, floor)
      inner.logLevel = level
    }
  }

  public var metadata: Logger.Metadata {
    get { inner.metadata }
    set { inner.metadata = masked(newValue) }
  }

  /// Metadata of the wrapped handler; values are masked when they are set.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { inner[metadataKey: maskedKey(key)] }
    set { inner[metadataKey: maskedKey(key)] = newValue.map { masked($0, key, under: [], isNamed: tells(key)) } }
  }

  /// Masks message and metadata, then hands the event on if its level reaches the floor.
  public func log(event: LogEvent) {
    guard event.level >= floor else { return }
    var event = event
    // O.Source_3#2
    event.message = Logger.Message(stringLiteral: rules.maskedLine(event.message.description))
    if let error = event.error { event.error = UnprintedError(type: "\(type(of: error))") }
    var metadata = event.metadata.map(masked)
    if let metadataProvider {
      metadata = masked(metadataProvider.get()).merging(metadata ?? [:]) { _, given in given }
    }
    event.metadata = metadata?.isEmpty == false ? metadata : nil
    inner.log(event: event)
  }

  private static let shown: Logger.MetadataValueAttributes = [Sensitivity.public]
  private static let personal = Logger.Metadata.Value.attributed("<personal>", attributes: [Sensitivity.personal])
  private static let secret = Logger.Metadata.Value.attributed("<secret>", attributes: [Sensitivity.secret])

  private func maskedKey(_ key: String) -> String { MaskScanner.isPlainWord(key) ? key : rules.maskedLine(key) }

  private func tells(_ key: String) -> Bool { !MaskScanner.isPlainWord(key) && rules.isSecret(key) }

  private func masked(_ metadata: Logger.Metadata) -> Logger.Metadata { masked(metadata, under: [], isNamed: false) }

  /// - Parameters:
  ///   - names: the keys under which it stands.
  ///   - isNamed: whether one of them tells of a secret.
  private func masked(_ metadata: Logger.Metadata, under names: [String], isNamed: Bool) -> Logger.Metadata {
    // A copy has the same places until a key is taken out.
    var output = metadata
    var renamed: [(key: String, ownKey: String)] = []
    for place in metadata.indices {
      let (key, value) = metadata[place]
      output.values[place] = masked(value, key, under: names, isNamed: isNamed || tells(key))
      let ownKey = maskedKey(key)
      if ownKey != key { renamed.append((key, ownKey)) }
    }
    for (key, ownKey) in renamed { output[ownKey] = output.removeValue(forKey: key) }
    return output
  }

  /// What stands under a key, which stands under `names`; `isNamed`: whether one of them tells of a secret.
  private func masked(
    _ value: Logger.Metadata.Value, _ key: String, under names: [String], isNamed: Bool
  ) -> Logger.Metadata.Value {
    switch value {
    case .dictionary(let entries): .dictionary(masked(entries, under: names + [key], isNamed: isNamed))
    case .array(let elements): .array(elements.map { masked($0, key, under: names, isNamed: isNamed) })
    case .string, .stringConvertible:
      // The mark stays on the value, so that metadata that was read and is set again stays readable.
      switch value.attributes[Sensitivity.self] ?? .personal {
      case .public:
        .attributed(
          isNamed ? MaskedKind.value.mark : maskedText(value.description, key, under: names),
          attributes: Self.shown)
      case .personal: Self.personal
      case .secret: Self.secret
      }
    }
  }

  private func maskedText(_ text: String, _ key: String, under names: [String]) -> String {
    let line = rules.maskedLine(text)
    let isTold = rules.isSecret(line, under: key) || names.contains { rules.isSecret(line, under: $0) }
    return isTold ? MaskedKind.value.mark : line
  }
}

/// Stands for an error whose own text is not printed.
private struct UnprintedError: Error, CustomStringConvertible {
  let type: String
  var description: String { type }
}
