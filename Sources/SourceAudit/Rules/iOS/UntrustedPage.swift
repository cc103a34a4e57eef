/// An address from outside that is loaded into a web view without asking where it leads.
struct UntrustedPage: Rule {
  let manual = RuleManual(
    "untrusted-page", "A web view shows only pages of hosts that the app knows",
    reason:
      "A link from a mail opens the app, and the app opens the page of its sender: with the app's name around it, "
      + "its cookies and its script bridges.",
    fix: "Compare scheme and host with a list before loading; open everything else in Safari.",
    ids: ["O.Plat_8", "O.Plat_10", "MASVS-PLATFORM-2", "MASWE-0071", "CWE-939", "CWE-601"],
    violating: [
      RuleExample(
        "a parameter of a link", lines: [6],
        """
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
          guard let url = contexts.first?.url, let page = target(of: url) else { return }
          show(page)
        }
        func target(of url: URL) -> URL? { URL(string: url.query ?? "") }
        func show(_ page: URL) { web.load(URLRequest(url: page)) }
        """),
      RuleExample(
        "the link is asked, and not the page in it", lines: [4],
        """
        func application(_ a: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
          guard url.scheme == "myapp" else { return false }
          let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
          web.load(URLRequest(url: URL(string: items.first!.value!)!))
          return true
        }
        """),
    ],
    conforming: [
      RuleExample(
        "asked first",
        """
        func application(_ a: UIApplication, open url: URL, options: [Key: Any]) -> Bool {
          guard url.scheme == "https", url.host == "app.example" else { return false }
          web.load(URLRequest(url: url))
          return true
        }
        """),
      RuleExample("a fixed page", #"web.load(URLRequest(url: URL(string: "https://app.example")!))"#),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for call in unit.calls("load", "loadRequest", "loadHTMLString", "loadSimulatedRequest") {
      guard call.receiver != nil, let page = call.argument(at: 0),
        call.calledName != "load" || mayBePage(page, project), let found = project.door(of: page)
      else { continue }
      let inquiry = Inquiry(project: project, questions: DeepLinkUnverified.questions)
      guard !inquiry.isAsked(inquiry.subject(of: page), in: found.way.map(\.owner) + [call.owner]) else { continue }
      record.flaw(manual, at: call, .error, "A page from outside is shown unasked.", way: found.way)
    }
  }

  private func mayBePage(_ page: Expression, _ project: Project) -> Bool {
    // `load(.init(url: page))`
    if page.calledName == "init", page.first?.first == nil { return page.argument("url") != nil }
    return project.type(of: page).map { ["URLRequest", "NSURLRequest", "URL", "NSMutableURLRequest"].contains($0) }
      ?? false
  }
}
