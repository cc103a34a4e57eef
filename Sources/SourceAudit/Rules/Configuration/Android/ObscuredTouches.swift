import UntrustedInput

/// Screens with secrets that take touches through a window of another app.
/// Source: developer.android.com, View, Security; Tapjacking.
struct ObscuredTouches: ProjectRule {
  private static let guards = [
    "filterTouchesWhenObscured", "setFilterTouchesWhenObscured", "onFilterTouchEventForSecurity",
    "setHideOverlayWindows", "FLAG_WINDOW_IS_OBSCURED",
  ]

  let manual = RuleManual(
    "obscured-touches", "Screens with secrets take no touches from under another window",
    reason: "On versions before 12 an app shows its own picture above this one and lets the user tap what lies below.",
    fix: "Set android:filterTouchesWhenObscured=\"true\" on the screens that log in, pay or agree.",
    ids: ["O.Resi_9", "MASVS-PLATFORM-3", "MASWE-0056", "CWE-1021"],
    violating: [
      RuleExample(
        "a login", path: "res/layout/login.xml", lines: [2],
        layout("<EditText android:id=\"@+id/password\" android:inputType=\"textPassword\" />")),
      RuleExample(
        "a test alone filters", path: "res/layout/login.xml", lines: [2],
        others: [
          SourceText(path: "src/androidTest/A.kt", text: "fun f(v: View) { v.filterTouchesWhenObscured = true }")
        ],
        layout("<EditText android:id=\"@+id/password\" android:inputType=\"textPassword\" />")),
    ],
    conforming: [
      RuleExample(
        "filtered", path: "res/layout/login.xml",
        "<LinearLayout xmlns:android=\"http://schemas.android.com/apk/res/android\" "
          + "android:filterTouchesWhenObscured=\"true\">"
          + "<EditText android:id=\"@+id/password\" android:inputType=\"textPassword\" /></LinearLayout>"),
      RuleExample(
        "in code", path: "res/layout/login.xml",
        others: [SourceText(path: "A.kt", text: "fun f(v: View) { v.filterTouchesWhenObscured = true }")],
        layout("<EditText android:id=\"@+id/password\" android:inputType=\"textPassword\" />")),
    ])

  func judge(_ project: Project, into record: inout AuditRecord) {
    let android = project.documents.android
    let isGuarded = project.units.contains { unit in
      unit.role == .app && Self.guards.contains { unit.row(of: $0) != nil }
    }
    guard !isGuarded else { return }
    var place: (file: SourceText, position: TextPosition)?
    for layout in android.layouts where layout.place.isShipped && (android.minSdk(near: layout.file.path) ?? 0) < 31 {
      for view in layout.root.everyElement {
        if view.android("filterTouchesWhenObscured")?.value == "true" {
          return record.control("touches under other windows are refused", manual, in: layout.file, at: view.position)
        }
        if place == nil, KeyboardCache.isField(view), view.android("inputType")?.value.hasSuffix("assword") == true {
          place = (layout.file, view.position)
        }
      }
    }
    guard let place else { return }
    record.flaw(
      manual, android: place.file, at: place.position, .note,
      "A secret is typed here, and no screen of the app refuses touches from under another window.")
  }
}
