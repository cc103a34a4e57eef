// must-not-compile: has no member 'access'
import DataLifecycle
import Foundation
import Redaction

func read(_ pending: PendingWipe) -> ReadAccess { pending.access }
