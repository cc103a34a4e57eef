/// What another app sent with an intent.
enum IntentData {
  private static let calls: Set<String> = [
    "getStringExtra", "getParcelableExtra", "getSerializableExtra", "getDataString", "getQueryParameter",
    "getBundleExtra",
    "getIntent", "getParcelable", "getCharSequenceExtra", "getByteArrayExtra", "getData", "getExtras",
  ]
  private static let members: Set<String> = ["intent", "dataString"]

  /// Whether a value comes out of an intent or a link.
  static func reaches(_ value: Expression, _ code: AndroidCode) -> Bool {
    if code.project.door(of: value) != nil { return true }
    let passed = code.project.origins(of: value, reach: .influence).passed
    return passed.contains { passed in
      switch passed.kind {
      case .call: isIntent(passed)
      case .name:
        members.contains(passed.name)
          && code.project.declarations(of: passed).allSatisfy { $0.typeName == "Intent" || $0.kind == .parameter }
      default: false
      }
    }
  }

  private static func isIntent(_ call: Expression) -> Bool {
    guard calls.contains(call.calledName) else { return false }
    // A bundle or a document has methods of these names, too.
    if ["getData", "getParcelable"].contains(call.calledName) {
      return call.receiver.map {
        ["intent", "extras"].contains($0.kind == .call ? $0.calledName : $0.name) || $0.calledName == "getIntent"
      } ?? false
    }
    return true
  }
}
