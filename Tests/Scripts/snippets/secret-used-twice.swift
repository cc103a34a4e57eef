// must-not-compile: 'secret' consumed more than once
import Redaction

func keep(_ secret: consuming Secret) {}

func use() {
  let secret = Secret(copying: [1])
  keep(secret)
  keep(secret)
}
