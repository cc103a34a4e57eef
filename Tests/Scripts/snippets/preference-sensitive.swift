// must-not-compile: conform to protocol 'NonSensitiveValue'
import DataLifecycle
import Foundation
import Redaction

struct Diagnosis: SensitiveValue, Codable, Sendable { var text: String }

let key = PreferenceKey<Diagnosis>("diagnosis")
