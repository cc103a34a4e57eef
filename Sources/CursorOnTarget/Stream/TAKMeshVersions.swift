/// Which version everybody in reach understands, and when to say again which ones we speak.
///
/// Contacts are claims of whoever sends in the mesh: a bogus one can hold a group at XML, which is larger and no less
/// safe. The table is bounded; the contact unheard for longest makes room.
/// Source: ATAK's protocol description, mesh networks.
public struct TAKMeshVersions: Sendable {
  /// How often support is announced.
  public static let announcementInterval = Duration.seconds(60)
  /// After how long a contact that says nothing is forgotten.
  public static let memory = Duration.seconds(120)
  /// Most contacts.
  public static let maximumContacts = 1024

  private struct Contact {
    var heard: Duration
    var range: ClosedRange<UInt32>
  }

  private var contacts: [CoTLine: Contact] = [:]
  private var announced: Duration?

  public init() {}

  /// Takes note of a contact and the versions it speaks; nil for one that was heard in XML and says nothing of others.
  public mutating func heard(_ uid: CoTLine, _ versions: TAKVersionRange?, at now: Duration) {
    forget(at: now)
    if contacts[uid] == nil, contacts.count >= Self.maximumContacts,
      let oldest = contacts.min(by: { $0.value.heard < $1.value.heard })
    {
      contacts[oldest.key] = nil
    }
    let lowest = min(versions?.minimum ?? 0, versions?.maximum ?? 0)
    // What was announced holds while the contact is heard at all.
    let known = versions == nil ? contacts[uid]?.range : nil
    contacts[uid] = Contact(heard: now, range: known ?? lowest...(versions?.maximum ?? 0))
  }

  /// 1 when every contact speaks it, 0 (XML) otherwise and while nobody is known.
  public func version(at now: Duration) -> Int {
    let live = contacts.values.filter { now - $0.heard < Self.memory }
    return !live.isEmpty && live.allSatisfy { $0.range.contains(1) } ? 1 : 0
  }

  /// Whether support must be announced now; asking counts as doing so.
  public mutating func isAnnouncementDue(at now: Duration) -> Bool {
    if let announced, now - announced < Self.announcementInterval { return false }
    announced = now
    return true
  }

  private mutating func forget(at now: Duration) {
    contacts = contacts.filter { now - $0.value.heard < Self.memory }
  }
}
