import AppSession
import Mantlet
import SecurityPolicy
import TrustWire

/// An error as the story tells it: the code that the server gave, where it gave one, and a sentence.
struct Refusal {
  let code: String?
  let sentence: String

  init(_ error: any Error) {
    let body: RefusalBody? =
      if case .session(.refused(let body))? = error as? ShieldError { body } else { nil }
    code = body.map { $0.code?.rawValue ?? $0.reason.rawValue }
    sentence = body?.explanation ?? "\(error)"
  }
}
