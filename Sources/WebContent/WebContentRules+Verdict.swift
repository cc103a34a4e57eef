public import SecurityPolicy

extension WebContentRules {
  /// In what a live web view is laxer than these rules, in a fixed order. Stricter is no difference.
  public func differences(of state: WebViewState) -> [WebDifference] {
    let known = Set(bridge?.handlers.map(\.name) ?? [])
    let broken: [(Bool, WebDifference)] = [
      (state.runsJavaScript && !runsJavaScript, .runsJavaScript), (state.scriptsOpenWindows, .scriptsOpenWindows),
      (state.keepsData, .keepsData), (!state.handlers.isSubset(of: known), .unknownHandler),
      (state.isInspectable, .isInspectable), (state.previewsLinks, .previewsLinks),
      (state.playsMediaInline && !playsMediaInline, .playsMediaInline), (state.playsMediaUnasked, .playsMediaUnasked),
      (state.sendsMediaElsewhere, .sendsMediaElsewhere), (!state.warnsOfFraud, .noFraudWarning),
      (state.linksData, .linksData), (!state.isGuarded, .unguarded), (state.filtersParts == false, .partsUnfiltered),
    ]
    return broken.filter(\.0).map(\.1)
  }

  /// Whether a live web view obeys these rules: the first difference, or "undetermined" when the platform does not tell
  /// whether parts of pages are filtered.
  public func verdict(of state: WebViewState) -> Verdict {
    // O.Plat_11#846
    if let difference = differences(of: state).first { return .fails(Verdict.Reason(difference.description)) }
    return state.filtersParts == nil ? .undetermined("whether parts of pages are filtered is not known") : .holds
  }
}
