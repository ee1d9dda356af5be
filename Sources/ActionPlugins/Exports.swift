// A host that imports ActionPlugins needs the values of Notifications in nearly every call.
@_exported public import Notifications
