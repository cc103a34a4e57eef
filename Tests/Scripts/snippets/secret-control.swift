// compiles
import Redaction

func use() -> Int {
  let secret = Secret(copying: [1, 2])
  let second = secret.duplicate()
  return secret.withExposedBytes { $0.count } + second.count
}
