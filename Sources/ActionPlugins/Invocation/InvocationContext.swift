import ContainerStore
import LuaSandbox

/// What stays the same over the runs of one invocation.
struct InvocationContext: Sendable {
  let plugin: PluginBundle
  let program: ScriptProgram
  let table: APITable
  let handler: RoutedHandler
  let response: NotificationResponse
  let delivery: Delivery
  let limits: PluginLimits
  let services: RuntimeServices
  let meter: BudgetMeter

  var permissions: Permissions { plugin.manifest.permissions }
  var container: any Container { services.container }
  var device: any Device { services.device }

  /// The notification's own thread; `nil` where it has none.
  var thread: String? {
    let thread = response.notification.request.content.threadIdentifier.rawValue
    return thread.isEmpty ? nil : thread
  }

  /// What replies of this invocation answer.
  var source: Reply.Source {
    let request = response.notification.request
    let category = request.content.categoryIdentifier
    return Reply.Source(
      identifier: request.identifier, date: response.notification.date,
      category: category.rawValue.isEmpty ? nil : category, thread: thread)
  }
}
