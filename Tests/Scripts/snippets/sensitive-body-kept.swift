// must-not-compile: conform to protocol 'Copyable'
import DataLifecycle
import Foundation
import Redaction

let bodies: [SensitiveBody] = []
