#if Audit
  import SourceAudit
  import Testing

  @Suite struct LinkRoutingTests {
    private func lines(_ body: String, beside: String = "") -> [Int] {
      let text = """
        func application(_ a: UIApplication, open url: URL, options: [Key: Any] = [:]) -> Bool {
          let id = url.lastPathComponent
          \(body)
          return true
        }
        \(beside)
        """
      return AppleSample.findings(text).filter { $0.rule == "deep-link-unverified" }.map(\.line)
    }

    private static let perform = "func perform(_ id: String) { bank.payInvoice(id) }"
    private static let hosted = "guard url.host == \"it\" else { return false }; "

    static let deeds: [String] = [
      "drafts.delete(id)", "queue.addOperation { drafts.delete(id) }", "withAnimation { drafts.delete(id) }",
      "wallet.sendMoney(to: id)", "account.removeDevice(id)", "session.signIn(with: id)", "library.erase()",
      "bank.payInvoice(id); present(receipt)", "perform(id); present(receipt)",
      "if settings.isOn(\"links.log\") { note() }; drafts.delete(id)",
    ]

    @Test("A deed that the host alone picks is a flaw, whatever stands beside it", arguments: deeds)
    func done(body: String) { #expect(lines(Self.hosted + body, beside: Self.perform) == [1]) }

    static let harmless: [String] = [
      "sheet = .purchase(plan: id)", "pending = Transfer(to: id)", "path.append(Route.pay(invoice: id))",
      "cache.purge(id)", "images.deleteThumbnail(id)", "session.signIn(withEmail: mail, link: url.absoluteString)",
      "alert.add(Button { bank.payInvoice(id) })", "guard await confirm() else { return false }; bank.payInvoice(id)",
      "guard await confirm() else { return false }; perform(id)", "library.refresh()",
    ]

    @Test("What is built, asked about before or fetched again is none", arguments: harmless)
    func left(body: String) {
      let beside = "\(Self.perform)\nenum Route { case pay(invoice: String) }"
      #expect(lines(Self.hosted + body, beside: beside).isEmpty)
    }

    static let proofs: [String] = [
      "guard Key.isValidSignature(signature, for: url.path) else { return false }",
      "guard id == session.state else { return false }",
    ]

    @Test("What the sender cannot make up decides, with the host and without", arguments: proofs)
    func proven(check: String) {
      #expect(lines("\(check); bank.payInvoice(id)").isEmpty)
      #expect(lines("\(Self.hosted)\(check); bank.payInvoice(id)").isEmpty)
    }

    static let words: [String] = [
      "guard id == \"all\" else { return false }", "guard url.scheme == Settings.scheme else { return false }",
      "guard drafts.contains(where: { $0.id == id }) else { return false }",
      "guard url != last else { return false }", "guard url.pathComponents.count == depth else { return false }",
    ]

    @Test("A word of the source, where the link leads and an entry of a list prove nothing", arguments: words)
    func unproven(check: String) { #expect(lines("\(check); bank.payInvoice(id)") == [1]) }

    @Test("A case that is a domain is one; the name of a setting is none")
    func domains() {
      let text = "switch url.host { case \"app.example\": drafts.delete(id)\n default: return false }"
      #expect(lines(text).isEmpty)
      #expect(lines(text.replacing("app.example", with: "trash")) == [1])
    }
  }
#endif
