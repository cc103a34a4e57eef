/// A handler of links that acts on what a link says without asking what link it is.
struct DeepLinkUnverified: Rule {
  static let questions: Set<String> = ["scheme", "host", "isAllowed", "isTrusted", "isValid", "hasPrefix", "validate"]
  static let parts: Set<String> = [
    "queryItems", "query", "lastPathComponent", "pathComponents", "absoluteString", "fragment", "path", "relativePath",
  ]

  let manual = RuleManual(
    "deep-link-unverified", "A link from outside is a request from a stranger",
    reason: "Any app and any page can send a link, and another app may have claimed the same custom scheme. What the "
      + "link says must not log in, change or send anything by itself.",
    fix: "Use universal links; compare scheme, host and path with a closed list and read the parameters through a "
      + "strict reader; ask the user before anything changes.",
    ids: ["O.Source_1", "O.Arch_5", "MASVS-PLATFORM-1", "MASVS-CODE-4", "MASWE-0058", "CWE-939", "CWE-20"],
    violating: [
      RuleExample(
        "a token out of a link", lines: [2],
        """
        struct AppView: View {
          var body: some View { Home().onOpenURL { url in
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
            session.logIn(items?.first?.value)
          } }
        }
        """),
      RuleExample(
        "an old delegate, in a helper", lines: [1],
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          route(url)
          return true
        }
        func route(_ link: URL) { transfer(to: link.lastPathComponent) }
        """),
      RuleExample(
        "printed, not asked", lines: [1],
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          print(url.host ?? "")
          transfer(to: url.lastPathComponent)
          return true
        }
        """),
      RuleExample(
        "the host picks the deed, and nobody is asked", lines: [1],
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          let who = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first?.value
          if url.host == "reset" { accounts.deleteEverything(of: who) }
          return true
        }
        """),
      RuleExample(
        "the same in a view, between questions about something else", lines: [3],
        """
        struct RootView: View {
          var body: some View { NavigationStack {
            HomeView().onOpenURL { url in
              if flags.isOn("links.log") { flags.note("opened") }
              guard url.host == "trash" else { return }
              drafts.delete(url.lastPathComponent)
              present(receipt)
            }
          } }
        }
        """),
      RuleExample(
        "everything goes at a word", lines: [1],
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          switch url.host {
          case "reset": vault.wipe()
          default: return false
          }
          return true
        }
        """),
    ],
    conforming: [
      RuleExample(
        "asked first",
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.scheme == "app", url.host == "invite" else { return false }
          show(invitation: url.lastPathComponent)
          return true
        }
        """),
      RuleExample(
        "the user decides",
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.host == "reset" else { return false }
          let who = url.lastPathComponent
          sheet.offer("Delete everything?") { accounts.deleteEverything(of: who) }
          return true
        }
        """),
      RuleExample(
        "a universal link of the app's own domain",
        """
        func scene(_ scene: UIScene, continue activity: NSUserActivity) {
          guard let url = activity.webpageURL, url.scheme == "https", url.host == "app.example" else { return }
          drafts.delete(url.lastPathComponent)
        }
        """),
      RuleExample(
        "a sheet is made, and its button decides",
        """
        enum Sheet { case purchase(plan: String) }
        struct RootView: View {
          @State private var sheet: Sheet?
          var body: some View {
            HomeView().onOpenURL { url in
              guard url.host == "plan" else { return }
              sheet = .purchase(plan: url.lastPathComponent)
            }
          }
        }
        """),
      RuleExample(
        "a code over the link that only the server can make",
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard url.host == "approve", isSigned(url) else { return false }
          wallet.approve(request: url.lastPathComponent)
          return true
        }
        func isSigned(_ url: URL) -> Bool {
          HMAC<SHA256>.isValidAuthenticationCode(mac(of: url), authenticating: Data(url.path.utf8), using: key)
        }
        """),
      RuleExample(
        "the state of a flow that the app itself began",
        """
        struct RootView: View {
          @State private var expected = ""
          var body: some View {
            HomeView().onOpenURL { url in
              guard url.host == "grant", let items = URLComponents(url: url)?.queryItems else { return }
              guard items.first(where: { $0.name == "state" })?.value == expected else { return }
              session.grant(code: items.first { $0.name == "code" }?.value ?? "")
            }
          }
        }
        """),
      RuleExample(
        "a strict reader of the project",
        """
        func application(_ app: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          guard let link = DeepLink(url) else { return false }
          return open(link)
        }
        """),
    ])

  func judge(_ unit: SourceUnit, in project: Project, into record: inout AuditRecord) {
    for parameter in unit.allDeclarations where parameter.kind == .parameter && project.door(of: parameter) == .link {
      guard let function = parameter.parent, function.hasBody else { continue }
      let bodies = project.reachable(from: function, levels: 2)
      let inquiry = Inquiry(project: project, questions: Self.questions, askingForSender: ["sourceApplication"])
      let link = Inquiry.Subject(declarations: [parameter])
      let isAsked = inquiry.isAsked(link, in: bodies, reach: .influence)
      let isRouted = isAsked && LinkRouting(project: project, link: link, bodies: bodies).decidesAlone
      guard !isAsked || isRouted, !showsPage(bodies, project) else { continue }
      let message = isRouted ? Self.routed : Self.message
      let reads = bodies.lazy.flatMap { project.expressions(in: $0) }.first {
        $0.kind == .member && Self.parts.contains($0.name)
          && $0.first.map { project.door(of: $0)?.door == .link } == true
          && Self.isActedOn($0)
      }
      let isProven = !isRouted && LinkRouting(project: project, link: link, bodies: bodies).isProven
      guard isRouted || reads != nil && !isProven else { continue }
      let place = project.closureExpression(function)?.parent
      if function.kind == .closure, let place {
        // The modifier's own line, however long the chain before it.
        record.flaw(
          manual, in: unit, at: place.first?.offset ?? place.offset, around: place.owner, .warning, message,
          confidence: .medium)
      } else {
        record.flaw(manual, at: function, .warning, message, confidence: .medium)
      }
    }
  }

  /// What is shown in a web view is ``UntrustedPage``'s.
  private func showsPage(_ bodies: [Declaration], _ project: Project) -> Bool {
    bodies.contains { body in
      project.expressions(in: body).contains {
        ["load", "loadRequest"].contains($0.calledName)
          && $0.argument(at: 0).map { project.door(of: $0) != nil } == true
      }
    }
  }

  private static let message = "What a link says is acted on without asking for its scheme, host or path."
  private static let routed =
    "What a link asks for is done because of its host; that says where it leads, not who sent it or that they may."

  /// Read for more than a look: not in a comparison.
  private static func isActedOn(_ part: Expression) -> Bool {
    var top = part
    while let parent = top.parent {
      if parent.kind == .binary, ["==", "!="].contains(parent.name) { return false }
      if parent.kind == .call, ["print", "debug", "info", "log", "NSLog"].contains(parent.calledName) { return false }
      top = parent
    }
    return true
  }
}
