import Logging

/// A log handler that lets only masked text through to the handler that it wraps.
///
/// - The message is masked by ``MaskingRules``; its control characters are escaped, so one event stays one line.
/// - Metadata: a value marked ``Sensitivity/public`` is masked by the same rules, and whole under a key that names a
///   secret, or a telephone number where it may be one; `personal`, `secret` and everything without a mark is replaced by
///   `<personal>` or `<secret>`. This holds for nested values and for metadata providers. With ``ValueDigests`` these marks
///   have labels, too.
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
    set { inner[metadataKey: maskedKey(key)] = newValue.map { masked($0, key, isNamed: tells(key)) } }
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

  private func masked(_ metadata: Logger.Metadata) -> Logger.Metadata { masked(metadata, isNamed: false) }

  /// Each key is looked at once, and a value once by itself and twice at most with a name, however deep it stands.
  ///
  /// - Parameters:
  ///   - isNamed: whether a key above tells of a secret.
  ///   - isNumber: whether one tells of a telephone number.
  private func masked(_ metadata: Logger.Metadata, isNamed: Bool, isNumber: Bool = false) -> Logger.Metadata {
    // A copy has the same places until a key is taken out.
    var output = metadata
    var renamed: [(key: String, ownKey: String)] = []
    for place in metadata.indices {
      let (key, value) = metadata[place]
      output.values[place] = masked(value, key, isNamed: isNamed || tells(key), isNumber: isNumber)
      let ownKey = maskedKey(key)
      if ownKey != key { renamed.append((key, ownKey)) }
    }
    for (key, ownKey) in renamed { output[ownKey] = output.removeValue(forKey: key) }
    return output
  }

  /// What stands under a key; `isNamed`: whether that key or one above it tells of a secret; `isNumber`: whether one above
  /// it tells of a telephone number.
  private func masked(
    _ value: Logger.Metadata.Value, _ key: String, isNamed: Bool, isNumber: Bool = false
  ) -> Logger.Metadata.Value {
    switch value {
    case .dictionary(let entries):
      .dictionary(masked(entries, isNamed: isNamed, isNumber: isNumber || tellsNumber(key)))
    case .array(let elements):
      .array(elements.map { masked($0, key, isNamed: isNamed, isNumber: isNumber) })
    case .string, .stringConvertible:
      // The mark stays on the value, so that metadata that was read and is set again stays readable.
      switch value.attributes[Sensitivity.self] ?? .personal {
      case .public:
        .attributed(
          isNamed
            ? rules.mark(as: .value, hiding: value.description) : maskedText(value.description, key, isNumber),
          attributes: Self.shown)
      case .personal: rules.label == nil ? Self.personal : hidden(value, .personal, isNamed)
      case .secret: rules.label == nil ? Self.secret : hidden(value, .secret, isNamed)
      }
    }
  }

  /// The mark of a value of which nothing is shown, with its label where the rules have digests.
  private func hidden(_ value: Logger.Metadata.Value, _ sensitivity: Sensitivity, _ isNamed: Bool)
    -> Logger.Metadata.Value
  {
    .attributed(
      rules.mark("\(sensitivity)", as: isNamed ? .value : nil, hiding: value.description), attributes: [sensitivity])
  }

  /// Whether a number below a key is the telephone number that the key says it is.
  private func tellsNumber(_ key: String) -> Bool {
    !MaskScanner.isPlainWord(key) && rules.told("5551234567", under: key) != nil
  }

  private func maskedText(_ text: String, _ key: String, _ isNumber: Bool) -> String {
    let line = rules.maskedLine(text)
    // All names of telephone numbers tell the same of a text.
    guard let kind = rules.told(line, under: key) ?? (isNumber ? rules.told(line, under: "phone") : nil) else {
      return line
    }
    return rules.mark(as: kind, hiding: text)
  }
}

/// Stands for an error whose own text is not printed.
private struct UnprintedError: Error, CustomStringConvertible {
  let type: String
  var description: String { type }
}
