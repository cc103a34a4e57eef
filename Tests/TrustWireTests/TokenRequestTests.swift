import Testing
import TrustWire

@Suite struct TokenRequestTests {
  static let requests: [TokenRequest] = [
    .deviceReport(compact: "a.b.c"), .userLogin(sealedCredential: "d.e"), .refresh(token: "r-4711"),
    .plainLogin(user: "u-4711", password: "p-4711 & =+%"),
  ]

  @Test("Every request survives the way through its form", arguments: requests)
  func roundTrip(request: TokenRequest) throws {
    let form = try FormBody(reading: request.form.bytes)
    #expect(try TokenRequest(form: form) == request)
    if case .plainLogin = request { #expect(form.fields.count == 3) } else { #expect(form.fields.count == 2) }
  }

  @Test("A grant without its parameter, or with an empty one, is refused by the parameter's name")
  func missing() {
    let parameters = [
      (TokenRequest.deviceReportGrant, "report"), ("refresh_token", "refresh_token"),
    ]
    for (grant, name) in parameters {
      for fields in [["grant_type": grant], ["grant_type": grant, name: ""]] {
        #expect(throws: WireError.missing(member: name)) { try TokenRequest(form: FormBody(fields)) }
      }
    }
    #expect(throws: WireError.missing(member: "grant_type")) { try TokenRequest(form: FormBody(["report": "x"])) }
  }

  @Test("A login is an encrypted credential or a name with a password, and nothing in between")
  func logins() throws {
    func read(_ fields: [String: String]) throws(WireError) -> TokenRequest? {
      try TokenRequest(form: FormBody(fields.merging(["grant_type": TokenRequest.userLoginGrant]) { $1 }))
    }
    // Whoever sends both gets the encrypted one: what came in the clear is not looked at.
    #expect(try read(["credential": "c", "username": "u", "password": "p"]) == .userLogin(sealedCredential: "c"))
    #expect(throws: WireError.missing(member: "credential")) {
      try read(["credential": "", "username": "u", "password": "p"])
    }
    #expect(throws: WireError.missing(member: "username")) { try read(["password": "p"]) }
    #expect(throws: WireError.missing(member: "password")) { try read(["username": "u", "password": ""]) }
  }

  @Test("A grant type that is not supported is nil and no error")
  func unsupported() throws {
    #expect(try TokenRequest(form: FormBody(["grant_type": "password", "refresh_token": "x"])) == nil)
  }

  @Test("A request prints its kind and never what it carries", arguments: requests)
  func printing(request: TokenRequest) {
    let text = printed(request)
    for secret in ["a.b.c", "d.e", "-4711"] { #expect(!text.contains(secret)) }
  }
}
