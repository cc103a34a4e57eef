// must-not-compile: type 'Secret' does not conform to protocol 'Copyable'
import Redaction

func use(_ secret: consuming Secret) -> [Secret] {
  [secret]
}
