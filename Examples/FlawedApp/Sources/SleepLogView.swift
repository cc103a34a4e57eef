import SwiftUI

/// The list of nights.
struct SleepLogView: View {
  @AppStorage("sleepGoalHours") private var goal = 8
  @AppStorage("hasToken") private var isConnected = false
  @AppStorage("exportAccessToken") private var exportKey: String = ""
  @AppStorage("pinnedNight") private var pinnedNight = ""

  let nights: [Night]

  var body: some View {
    List(nights) { night in
      Text(night.title)
        .bold(night.title == pinnedNight)
        .foregroundStyle(night.hours < Double(goal) ? .orange : .primary)
    }
    .toolbar {
      Button("Export") { ExportService(key: exportKey).send(nights) }
        .disabled(!isConnected)
    }
  }
}

struct Night: Identifiable {
  let id: UUID
  let title: String
  let hours: Double
}
