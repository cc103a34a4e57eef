// must-not-compile: no exact matches in call to instance method 'appendInterpolation'
import ScreenPrivacy

func use(_ name: String) -> NotificationText { "Hallo \(name)" }
