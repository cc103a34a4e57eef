import AppSession
import HTTPTypes

extension AnswerHints {
  /// What the fields of an answer say; a value of another form counts as none.
  init(_ fields: HTTPFields) {
    func value(_ name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
    self.init(nonce: value("DPoP-Nonce"), retryAfter: value("Retry-After"), date: fields[.date])
  }
}
