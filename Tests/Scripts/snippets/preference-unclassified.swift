// must-not-compile: conform to protocol 'NonSensitiveValue'
import DataLifecycle
import Foundation
import Redaction

let key = PreferenceKey<String>("token")
