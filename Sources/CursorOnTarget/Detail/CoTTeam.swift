/// The teams that clients offer, by the colour on the map.
public enum CoTTeam: String, Sendable, Hashable, CaseIterable {
  case white = "White"
  case yellow = "Yellow"
  case orange = "Orange"
  case magenta = "Magenta"
  case red = "Red"
  case maroon = "Maroon"
  case purple = "Purple"
  case darkBlue = "Dark Blue"
  case blue = "Blue"
  case cyan = "Cyan"
  case teal = "Teal"
  case green = "Green"
  case darkGreen = "Dark Green"
  case brown = "Brown"
}
