// must-not-compile: consumed more than once
import DataLifecycle
import Foundation
import Redaction

func parse(_ bytes: [UInt8]) {
  var bytes = bytes
  let body = SensitiveBody(moving: &bytes)
  _ = body.decodeAndDiscard { $0.count }
  _ = body.decodeAndDiscard { $0.count }
}
