// must-not-compile: type 'Secret' does not conform
import DataLifecycle
import Foundation
import Redaction

let cache = MemoryCache<String, Secret>()
