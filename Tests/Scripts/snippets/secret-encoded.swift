// must-not-compile: does not conform to protocol 'Encodable'
import Redaction

struct Stored: Encodable, ~Copyable {
  let secret: Secret
}
