// must-not-compile: cannot convert value of type 'String' to expected argument type 'NotificationText'
import ScreenPrivacy

func use(_ words: String) -> NotificationTemplate { NotificationTemplate("night", german: words, english: words) }
