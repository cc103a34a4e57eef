import SecurityPolicy
import UntrustedInput

/// Walks a `network_security_config.xml` as Android does, and notes what is wrong.
struct AndroidNetworkReading {
  typealias Authority = AndroidNetworkFile.Authority

  /// What a section hands down to those inside it.
  private struct Section {
    var forbidsCleartext: Bool?
    var authorities: Set<Authority>?
    var pins: Set<String>?
    var expires: PolicyDay?
    var expectsLogs: Bool?

    /// Whether no log is asked for though not all authorities are the app's own, whose certificates stand in none.
    var skipsLogs: Bool {
      guard expectsLogs == false else { return false }
      return !(authorities ?? [.system]).allSatisfy { authority in
        if case .resource = authority { true } else { false }
      }
    }
  }

  /// What may stand in `base-config` and `domain-config` alike.
  private static let sectionParts: Set = ["pin-set", "trust-anchors", "certificateTransparency"]

  private let today: PolicyDay
  private var domains: [PinnedDomain] = []
  private var authorities: [String: Set<Authority>] = [:]
  private(set) var findings: [PlatformFinding] = []

  private init(today: PolicyDay) { self.today = today }

  static func read(_ root: MarkupElement, today: PolicyDay) -> AndroidNetworkFile {
    var reading = AndroidNetworkReading(today: today)
    var base = Section()
    reading.noteNamespaces(root)
    if root.localName == "network-security-config" {
      base = reading.readRoot(root)
    } else {
      reading.note(.wrongStructure, root.position)
    }
    if base.forbidsCleartext == nil { reading.note(.cleartextNotForbidden, .none) }
    return AndroidNetworkFile(
      domains: reading.domains, authorities: reading.authorities, baseAuthorities: base.authorities ?? [.system],
      forbidsCleartext: base.forbidsCleartext == true, findings: reading.findings)
  }

  /// Android goes by local names, and the documented ones have no namespace: what has one only hides from other
  /// readers. The build takes attributes of `tools` away.
  private mutating func noteNamespaces(_ element: MarkupElement) {
    if element.namespace != nil { note(.wrongStructure, element.position) }
    for attribute in element.attributes
    where attribute.namespace != nil && attribute.namespace != "http://schemas.android.com/tools" {
      note(.wrongStructure, attribute.position)
    }
    for inner in element.elements { noteNamespaces(inner) }
  }

  private mutating func note(_ rule: PlatformRule, _ place: TextPosition, host: String? = nil) {
    findings.append(PlatformFinding(rule, at: place, host: host))
  }

  private mutating func readRoot(_ root: MarkupElement) -> Section {
    var base = Section()
    let bases = root.all("base-config")
    if let first = bases.first {
      base = readSection(first, inheriting: Section(), allowed: [])
      if base.pins != nil { note(.wrongStructure, first.position) }
      base.pins = nil
    }
    for extra in bases.dropFirst() { note(.wrongStructure, extra.position) }
    for extra in root.all("debug-overrides").dropFirst() { note(.wrongStructure, extra.position) }
    for element in root.elements {
      switch element.localName {
      case "domain-config": readDomain(element, inheriting: base)
      case "base-config", "debug-overrides": break
      default: note(.unknownPart, element.position)
      }
    }
    return base
  }

  private mutating func readDomain(_ element: MarkupElement, inheriting outer: Section) {
    let section = readSection(element, inheriting: outer, allowed: ["domain", "domain-config"])
    let names = element.all("domain")
    if names.isEmpty { note(.wrongStructure, element.position) }
    for name in names {
      let host = HostText.trimmed(name.text).lowercased()
      guard HostText.isHost(host) else {
        note(.badDomain, name.position)
        continue
      }
      guard authorities[host] == nil else {
        note(.domainTwice, name.position, host: host)
        continue
      }
      let below = flag("includeSubdomains", of: name) ?? false
      authorities[host] = section.authorities ?? [.system]
      domains.append(
        PinnedDomain(
          host: host, reach: below ? .allBelow : .host, pins: section.pins ?? [], expires: section.expires))
    }
    for inner in element.all("domain-config") { readDomain(inner, inheriting: section) }
  }

  private mutating func readSection(
    _ element: MarkupElement, inheriting outer: Section, allowed: Set<String>
  ) -> Section {
    var section = outer
    if let permitted = flag("cleartextTrafficPermitted", of: element) {
      section.forbidsCleartext = !permitted
      if permitted { note(.cleartextAllowed, element.position) }
    }
    for child in element.elements
    where !Self.sectionParts.contains(child.localName) && !allowed.contains(child.localName) {
      note(.unknownPart, child.position)
    }
    if let list = only("trust-anchors", in: element) { section.authorities = readAuthorities(list) }
    if let set = only("pin-set", in: element) {
      section.pins = readPins(set)
      section.expires = readExpiry(set)
    }
    let transparency = readTransparency(of: element)
    section.expectsLogs = transparency?.expectsLogs ?? outer.expectsLogs
    if section.skipsLogs, transparency != nil || !outer.skipsLogs {
      note(.transparencyOff, transparency?.place ?? element.position)
    }
    return section
  }

  /// Whether the certificates of a section must stand in public logs, where it says so. Android takes the last of two.
  ///
  /// Android 16 asks for logs where the file wants them; Android 17 does so for apps that target it (API level 37)
  /// unless the file says no, or trusts authorities of the user or the app. Older versions pass over the part.
  ///
  /// Source: Android developers, Network security configuration (certificateTransparency); AOSP
  /// `android.security.net.config.NetworkSecurityConfig`.
  private mutating func readTransparency(of element: MarkupElement) -> (expectsLogs: Bool, place: TextPosition)? {
    let parts = element.all("certificateTransparency")
    for extra in parts.dropFirst() { note(.wrongStructure, extra.position) }
    guard let part = parts.last else { return nil }
    if part.attribute("enabled") == nil { note(.wrongStructure, part.position) }
    return flag("enabled", of: part).map { ($0, part.position) }
  }

  /// The one part of this name; Android refuses a file that has two.
  private mutating func only(_ name: String, in element: MarkupElement) -> MarkupElement? {
    let parts = element.all(name)
    for extra in parts.dropFirst() { note(.wrongStructure, extra.position) }
    return parts.first
  }

  private mutating func readAuthorities(_ list: MarkupElement) -> Set<Authority> {
    var found: Set<Authority> = []
    for certificates in list.all("certificates") {
      let source = certificates.attribute("src")?.value
      let raw = source.flatMap { $0.hasPrefix("@raw/") ? String($0.dropFirst(5)) : nil }
      switch source {
      case "system": found.insert(.system)
      case "user":
        found.insert(.user)
        note(.userAuthorities, certificates.position)
      case _?:
        found.insert(raw.flatMap { AndroidNetworkFile.isResourceName($0) ? .resource($0) : nil } ?? .other)
      case nil: note(.wrongStructure, certificates.position)
      }
      if flag("overridePins", of: certificates) == true { note(.pinsOverridden, certificates.position) }
    }
    if found.isEmpty { note(.noAuthority, list.position) }
    return found
  }

  private mutating func readPins(_ set: MarkupElement) -> Set<String> {
    var pins: Set<String> = []
    for pin in set.all("pin") {
      let text = HostText.trimmed(pin.text)
      if pin.attribute("digest")?.value == "SHA-256", HostText.isPin(text) {
        pins.insert(text)
      } else {
        note(.badPin, pin.position)
      }
    }
    if pins.isEmpty { note(.noPin, set.position) }
    if pins.count == 1 { note(.noBackupPin, set.position) }
    return pins
  }

  private mutating func readExpiry(_ set: MarkupElement) -> PolicyDay? {
    guard let attribute = set.attribute("expiration") else { return nil }
    guard let day = PolicyDay(attribute.value) else {
      note(.badExpiry, attribute.position)
      return nil
    }
    if day <= today {
      note(.pinsExpired, attribute.position)
    } else if day.secondsSince1970 - today.secondsSince1970 < 30 * 86400 {
      note(.pinsExpireSoon, attribute.position)
    }
    return day
  }

  private mutating func flag(_ name: String, of element: MarkupElement) -> Bool? {
    guard let attribute = element.attribute(name) else { return nil }
    guard let value = ["true": true, "false": false][attribute.value] else {
      note(.wrongType, attribute.position)
      return nil
    }
    return value
  }
}

extension AndroidNetworkFile {
  /// Reads a file and checks it by itself; ``compared(with:)`` holds it against a policy.
  ///
  /// - Parameter today: pins that end on this day or before have ended.
  /// - Throws: ``PlatformNetworkError/unreadable(_:)`` for what is not XML within the limits.
  public init(reading bytes: some Collection<UInt8>, today: PolicyDay) throws(PlatformNetworkError) {
    let root: MarkupElement
    do { root = try XMLReader(maximumDepth: 32, allowsCDATA: true).read(bytes) } catch { throw .unreadable(error) }
    self = AndroidNetworkReading.read(root, today: today)
  }

  /// Where the file says something else than the policy.
  ///
  /// - Parameter raw: the certificates of each raw resource, DER; a resource that is not here is compared by the name
  ///   that `written` gives it alone, and a finding says that its bytes were not looked at.
  public func compared(with plan: NetworkPlan, raw: [String: [[UInt8]]] = [:]) -> [PlatformFinding] {
    var expected = plan.domains
    if !plan.isEnforced { expected = expected.map { PinnedDomain(host: $0.host, reach: $0.reach, pins: []) } }
    var findings = domains.compared(with: expected, expiry: plan.platformExpiry, most: .allBelow)
    if !baseAuthorities.isSubset(of: [.system]) { findings.append(PlatformFinding(.anchorsDiffer)) }
    var isRead = true
    for domain in domains where plan.domains.longest(covering: domain.host) != nil {
      let trusted = authorities[domain.host] ?? [.system]
      if trusted.contains(.system) != plan.systemAnchors || trusted.contains(.other)
        || !Self.areAnchors(trusted, of: plan, raw, &isRead)
      {
        findings.append(PlatformFinding(.anchorsDiffer, host: domain.host))
      }
    }
    if !isRead { findings.append(PlatformFinding(.anchorsNotRead)) }
    return findings
  }

  private static func areAnchors(
    _ trusted: Set<Authority>, of plan: NetworkPlan, _ raw: [String: [[UInt8]]], _ isRead: inout Bool
  ) -> Bool {
    let names = trusted.compactMap { authority -> String? in
      guard case .resource(let name) = authority else { return nil }
      return name
    }
    guard names.allSatisfy({ raw[$0] != nil }) else {
      isRead = false
      return Set(names) == Set(resourceNames(of: plan))
    }
    return Set(names.flatMap { raw[$0] ?? [] }) == Set(plan.anchors)
  }
}
