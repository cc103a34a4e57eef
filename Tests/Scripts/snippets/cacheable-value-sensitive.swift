// must-not-compile: does not conform to protocol 'Classified'
import DataLifecycle
import Foundation
import Redaction

struct Diagnosis: SensitiveValue, CacheableValue, Codable { var text: String }
