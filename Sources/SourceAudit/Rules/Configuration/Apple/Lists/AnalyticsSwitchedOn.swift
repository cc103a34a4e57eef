import UntrustedInput

/// Analytics of Firebase and Facebook that start by themselves.
struct AnalyticsSwitchedOn: PropertyListRule {
  let manual = RuleManual(
    "analytics-switched-on", "Analytics wait for consent",
    reason: "The flag starts the collection with the first launch, before anybody was asked.",
    fix: "Set the flag to false and start the collection after the user has agreed.",
    ids: ["O.Purp_3", "O.Data_6", "MASVS-PRIVACY-1", "MASWE-0109", "CWE-359"],
    violating: [
      RuleExample(
        "on", path: "GoogleService-Info-prod.plist", lines: [2], plist("<key>IS_ANALYTICS_ENABLED</key><true/>"))
    ],
    conforming: [
      RuleExample("off", path: "GoogleService-Info-prod.plist", plist("<key>IS_ANALYTICS_ENABLED</key><false/>"))
    ])

  private static let names: Set<String> = [
    "IS_ANALYTICS_ENABLED", "FIREBASE_ANALYTICS_COLLECTION_ENABLED", "FirebaseAnalyticsCollectionEnabled",
    "FirebaseCrashlyticsCollectionEnabled", "FirebaseDataCollectionDefaultEnabled",
    "firebase_performance_collection_enabled",
    "FacebookAutoLogAppEventsEnabled", "FacebookAdvertiserIDCollectionEnabled", "IS_ADS_ENABLED",
    "GOOGLE_ANALYTICS_DEFAULT_ALLOW_ANALYTICS_STORAGE", "GOOGLE_ANALYTICS_DEFAULT_ALLOW_AD_STORAGE",
  ]

  func judge(_ list: PropertyList, into record: inout AuditRecord) {
    for member in list.root.members ?? [] where Self.names.contains(member.name) {
      if member.node.isYes {
        record.flaw(manual, in: list, at: member.position, .note, "Collection starts before anybody was asked.")
      } else if member.node.isNo {
        record.control("analytics wait for consent", manual, in: list, at: member.position)
      }
    }
  }
}
