// must-not-compile: conform to protocol 'NonSensitiveValue'
import DataLifecycle
import Foundation
import Redaction

struct Diagnosis: SensitiveValue, Sendable { var text: String }

let cache = MemoryCache<String, Diagnosis>()
