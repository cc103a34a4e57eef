import UntrustedInput

/// Permissions that reach the user's data or the device as a whole.
/// Source: developer.android.com, Manifest.permission, protection level dangerous or beyond.
struct DangerousPermission: ManifestRule {
  private static let dangerous: Set<String> = [
    "ACCESS_BACKGROUND_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_FINE_LOCATION", "ACCESS_MEDIA_LOCATION",
    "ACTIVITY_RECOGNITION", "ADD_VOICEMAIL", "ANSWER_PHONE_CALLS", "BLUETOOTH_ADVERTISE", "BLUETOOTH_CONNECT",
    "BLUETOOTH_SCAN", "BODY_SENSORS", "BODY_SENSORS_BACKGROUND", "CALL_PHONE", "CAMERA", "GET_ACCOUNTS",
    "NEARBY_WIFI_DEVICES", "PROCESS_OUTGOING_CALLS", "READ_CALENDAR", "READ_CALL_LOG", "READ_CONTACTS",
    "READ_MEDIA_AUDIO", "READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_PHONE_NUMBERS", "READ_PHONE_STATE", "READ_SMS",
    "RECEIVE_MMS", "RECEIVE_SMS", "RECEIVE_WAP_PUSH", "RECORD_AUDIO", "SEND_SMS", "USE_SIP", "UWB_RANGING",
    "WRITE_CALENDAR", "WRITE_CALL_LOG", "WRITE_CONTACTS",
  ]
  /// Beyond dangerous: a page of the settings opens them.
  private static let special: Set<String> = [
    "SYSTEM_ALERT_WINDOW", "REQUEST_INSTALL_PACKAGES", "QUERY_ALL_PACKAGES", "PACKAGE_USAGE_STATS", "WRITE_SETTINGS",
    "BIND_ACCESSIBILITY_SERVICE", "BIND_DEVICE_ADMIN", "READ_LOGS", "MOUNT_UNMOUNT_FILESYSTEMS", "INSTALL_PACKAGES",
    "DELETE_PACKAGES",
  ]

  let manual = RuleManual(
    "dangerous-permission", "The app asks for what it needs",
    reason: "Each permission reaches data of the user: it must serve the purpose that the user was told.",
    fix: "Remove it, or name its purpose; prefer the photo picker, coarse location, the system's dialogs.",
    ids: ["O.Plat_2", "O.Purp_2", "MASVS-PRIVACY-1", "MASWE-0117", "MASTG-TEST-0254", "CWE-250"],
    violating: [
      RuleExample(
        "two of the user's, one of the system's", path: "AndroidManifest.xml", lines: [2, 3, 4],
        manifest(
          "<uses-permission android:name=\"android.permission.READ_CONTACTS\" />\n"
            + "<uses-permission-sdk-23 android:name=\"android.permission.CAMERA\" />\n"
            + "<uses-permission android:name=\"android.permission.QUERY_ALL_PACKAGES\" />"))
    ],
    conforming: [
      RuleExample(
        "the network, and one that is taken away", path: "AndroidManifest.xml",
        "<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" "
          + "xmlns:tools=\"http://schemas.android.com/tools\">"
          + "<uses-permission android:name=\"android.permission.INTERNET\" />"
          + "<uses-permission android:name=\"android.permission.READ_PHONE_STATE\" tools:node=\"remove\" /></manifest>")
    ])

  func judge(_ manifest: AndroidManifest, in project: Project, into record: inout AuditRecord) {
    guard manifest.place.isShipped else { return }
    for element in manifest.permissions {
      guard let name = element.android("name")?.value, name.hasPrefix("android.permission."), !element.isRemoved else {
        continue
      }
      let short = String(name.dropFirst(19))
      if Self.dangerous.contains(short) {
        record.flaw(
          manual, android: manifest.file, at: element.position, .note, "This permission reaches data of the user.")
      } else if Self.special.contains(short) {
        record.flaw(
          manual, android: manifest.file, at: element.position, .note, "This permission reaches beyond the app.")
      }
    }
  }
}

extension MarkupElement {
  /// Taken out of the merged manifest.
  var isRemoved: Bool {
    ["remove", "removeAll"].contains(attribute("node", in: "http://schemas.android.com/tools")?.value)
  }
}
