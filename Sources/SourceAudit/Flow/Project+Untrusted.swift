/// A door through which others hand something to the app.
package enum UntrustedDoor: String, Sendable, Hashable {
  case link, scriptMessage, pasteboard, intent, notification, provider
}

extension Project {
  /// Entry points by name and by the label or type of the parameter that comes from outside.
  /// Source: Apple, UIApplicationDelegate, UISceneDelegate, WKScriptMessageHandler, UNUserNotificationCenterDelegate.
  private static let doors: [String: [(parameter: String, door: UntrustedDoor)]] = [
    "application": [
      ("open", .link), ("handleOpen", .link), ("continue", .link), ("openFile", .link),
      ("didReceiveRemoteNotification", .notification),
    ],
    "scene": [("openURLContexts", .link), ("continue", .link)],
    "userContentController": [("didReceive", .scriptMessage)],
    "userNotificationCenter": [("didReceive", .notification)],
    "onNewIntent": [("", .intent)], "onReceive": [("intent", .intent)],
  ]
  /// What other apps call on a content provider, with arguments of their own.
  /// Source: developer.android.com, ContentProvider.
  private static let providerCalls: Set<String> = [
    "query", "insert", "bulkInsert", "update", "delete", "call", "openFile", "openAssetFile", "openTypedAssetFile",
  ]
  private static let providers: Set<String> = [
    "ContentProvider", "DocumentsProvider", "FileProvider", "SearchRecentSuggestionsProvider",
  ]
  private static let closures: [String: UntrustedDoor] = [
    "onOpenURL": .link, "onContinueUserActivity": .link, "onPasteCommand": .pasteboard, "onDrop": .pasteboard,
    "dropDestination": .pasteboard, "addScriptMessageHandler": .scriptMessage,
  ]
  private static let pasteboardMembers: Set<String> = [
    "string", "strings", "url", "urls", "items", "image", "value", "data",
  ]
  private static let intentCalls: Set<String> = [
    "getStringExtra", "getParcelableExtra", "getSerializableExtra", "getDataString", "getQueryParameter", "getExtras",
    "getBundleExtra",
  ]

  /// The door that a value came through, and the leaf at which it did; nil when none is known.
  package func door(of value: Expression) -> (door: UntrustedDoor, way: [Expression])? {
    let origins = origins(of: value, reach: .influence)
    for parameter in origins.parameters {
      guard let door = door(of: parameter),
        let use = origins.passed.last(where: { $0.kind == .name && $0.name == parameter.name })
      else { continue }
      return (door, origins.way(to: use))
    }
    for leaf in origins.passed {
      if leaf.kind == .member, Self.pasteboardMembers.contains(leaf.name), let base = leaf.first,
        type(of: base) == "UIPasteboard"
      {
        return (.pasteboard, origins.way(to: leaf))
      }
      if leaf.kind == .call, Self.intentCalls.contains(leaf.calledName) { return (.intent, origins.way(to: leaf)) }
    }
    return nil
  }

  /// A function that is named as the handler: `.onOpenURL(perform: open)`.
  private func handedTo(_ function: Declaration) -> UntrustedDoor? {
    guard function.unit.language == .swift, !function.name.isEmpty, function.kind == .function,
      Self.closures.keys.contains(where: { function.unit.row(of: $0) != nil })
    else { return nil }
    return function.unit.mentions([function.name]).lazy.compactMap { mention -> UntrustedDoor? in
      guard let call = mention.parent, call.kind == .call, call.first != mention else { return nil }
      return Self.closures[call.calledName]
    }.first
  }

  package func door(of parameter: Declaration) -> UntrustedDoor? {
    guard let function = parameter.parent else { return nil }
    if function.kind == .closure {
      guard let call = closureExpression(function)?.parent, call.kind == .call else { return nil }
      return Self.closures[call.calledName]
    }
    if function.hasAttribute("JavascriptInterface") { return .scriptMessage }
    if Self.providerCalls.contains(function.name), let type = function.enclosingType,
      type.supertypes.contains(where: {
        !lineage(of: resolvedTypeName($0)).allSatisfy { !Self.providers.contains($0) }
      })
    {
      return .provider
    }
    if let door = handedTo(function) { return door }
    return Self.doors[function.name]?.first {
      $0.parameter.isEmpty || $0.parameter == parameter.keyword || $0.parameter == parameter.name
    }?.door
  }
}
