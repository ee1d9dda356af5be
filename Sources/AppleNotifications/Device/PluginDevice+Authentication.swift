#if canImport(UserNotifications)
  public import ActionPlugins

  #if canImport(LocalAuthentication)
    import LocalAuthentication

    extension PluginDevice {
      /// Asks the person for their face, finger or passcode.
      ///
      /// Refused where they cancel or fail; unavailable where nobody can be asked, as in the
      /// background or on a device without a passcode.
      public func authenticate(reason: String?) async -> Authentication {
        do {
          let isGranted = try await LAContext().evaluatePolicy(
            .deviceOwnerAuthentication, localizedReason: sentence(reason))
          return isGranted ? .granted : .refused
        } catch let error as LAError {
          return switch error.code {
          case .authenticationFailed, .userCancel, .userFallback: .refused
          default: .unavailable
          }
        } catch {
          return .unavailable
        }
      }

      /// The system raises an exception for an empty reason.
      private func sentence(_ reason: String?) -> String {
        for text in [reason, question] {
          if let text, !text.isEmpty { return text }
        }
        return "Continue"
      }
    }
  #else
    extension PluginDevice {
      /// Unavailable: the platform has no local authentication.
      public func authenticate(reason: String?) async -> Authentication { .unavailable }
    }
  #endif
#endif
