// must-not-compile: 'ReadAccess' initializer is inaccessible
import DataLifecycle
import Foundation
import Redaction

let access = ReadAccess()
