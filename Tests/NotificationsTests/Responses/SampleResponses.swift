import Notifications

/// 2026-01-01T12:00:00Z.
let noon = Timestamp(wholeSeconds: 1_767_268_800)

/// A response with every field but those that exclude each other.
let completeResponse = #"""
  {
    "actionIdentifier": "reply",
    "userText": "On my way",
    "notification": {
      "date": "2026-01-01T12:00:00.5+01:00",
      "request": {
        "identifier": "6E0C1F2A",
        "content": {
          "title": "Anna", "subtitle": "Team", "body": "Tonight?", "badge": 3,
          "sound": {"name": "bell.caf", "critical": 1, "volume": 0.5},
          "categoryIdentifier": "message", "threadIdentifier": "chat_123",
          "targetContentIdentifier": "window-1", "interruptionLevel": "timeSensitive",
          "relevanceScore": 0.75, "filterCriteria": "work", "launchImageName": "launch",
          "userInfo": {"aps": {"category": "message"}, "chat": {"id": "007"}},
          "attachments": [
            {"identifier": "photo", "url": "file:///photo.jpg", "type": "public.jpeg"}
          ]
        },
        "trigger": {"type": "push"}
      }
    }
  }
  """#
