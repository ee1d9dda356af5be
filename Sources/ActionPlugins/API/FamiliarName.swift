/// What functions of the API are called elsewhere, where the nearest name by letters is none.
package enum FamiliarName {
  private static let names: [Identifier: [Identifier]] = [
    "put": ["set"], "save": ["set"], "store": ["set"], "setItem": ["set"],
    "load": ["get", "read"], "fetch": ["get", "read"], "getItem": ["get"],
    "delete": ["remove"], "del": ["remove"], "erase": ["remove"], "unset": ["remove"],
    "removeItem": ["remove"], "unlink": ["remove"], "cancel": ["remove"],
    "incr": ["increment"], "inc": ["increment"], "modify": ["update"],
    "has": ["exists"], "show": ["post"], "notify": ["post"], "schedule": ["post"],
    "badge": ["setBadge"],
    "stringify": ["encode"], "dumps": ["encode"], "parse": ["decode"], "loads": ["decode"],
    "authenticate": ["require"], "warning": ["warn"], "err": ["error"], "trace": ["debug"],
  ]

  /// The last names of functions here that a name known from elsewhere may mean; empty for others.
  package static func meanings(of name: Identifier) -> [Identifier] { names[name] ?? [] }
}
