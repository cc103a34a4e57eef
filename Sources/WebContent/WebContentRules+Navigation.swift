import SecurityPolicy

extension WebContentRules {
  /// The one decision about a page that wants to be loaded: pure, so that it can be tested without a web view.
  ///
  /// Only what the user tapped in the page itself can leave the app, never a redirect, a frame or a form that a page
  /// sends by itself. `about:blank` is for frames alone; it has the origin of the page around it.
  public func decide(_ navigation: WebNavigation) -> WebDecision {
    // O.Plat_8#842
    if navigation.address == "about:blank" || navigation.address == "about:srcdoc" {
      return navigation.target == .subframe && !navigation.isDownload ? .allow : .cancel(.scheme)
    }
    guard let address = WebAddress(navigation.address) else { return .cancel(.malformedAddress) }
    if navigation.isDownload { return .cancel(.download) }
    let mayLeave = navigation.isTapped && !navigation.isRedirect && navigation.target != .subframe
    guard address.scheme == "https" else {
      // O.Plat_10#843
      return mayLeave && outsideSchemes.contains(address.scheme) && address.host == nil
        ? .openOutside : .cancel(.scheme)
    }
    guard allows(address) else {
      if mayLeave, foreignLinks == .openOutside { return .openOutside }
      return .cancel(navigation.isRedirect ? .redirectedAway : .foreignOrigin)
    }
    return navigation.target == .newWindow ? .cancel(.newWindow) : .allow
  }

  /// The decision about an answer, before any of it is shown.
  ///
  /// - Parameters:
  ///   - disposition: the field Content-Disposition; nil when there is none.
  ///   - isShown: whether the view can show the type of the answer.
  public func decide(answerFrom address: String, isShown: Bool, disposition: String?) -> WebDecision {
    if address == "about:blank" || address == "about:srcdoc" { return .allow }
    guard let source = WebAddress(address) else { return .cancel(.malformedAddress) }
    guard allows(source) else { return .cancel(source.scheme == "https" ? .redirectedAway : .scheme) }
    // Source: RFC 6266, section 4.2: every type but `inline` is to be kept, the type stands first.
    let kind = disposition?.split(separator: ";").first.map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    if let kind, kind != "inline" { return .cancel(.download) }
    return isShown ? .allow : .cancel(.unshownType)
  }
}
