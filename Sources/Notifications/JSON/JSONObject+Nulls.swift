extension JSONObject {
  /// The object without members that are null, at every depth; nulls inside arrays stay.
  package var withoutNullMembers: JSONObject {
    // Most payloads hold no null, and then nothing is copied.
    guard members.contains(where: { $0.value.holdsNullMember || $0.value.isNull }) else {
      return self
    }
    let kept = members.compactMap { member in
      member.value.isNull
        ? nil : Member(name: member.name, value: member.value.withoutNullMembers)
    }
    return JSONObject(sorted: kept)
  }
}

extension JSONValue {
  fileprivate var holdsNullMember: Bool {
    switch self {
    case .array(let items): items.contains { $0.holdsNullMember }
    case .object(let object): object.members.contains { $0.value.isNull || $0.value.holdsNullMember }
    default: false
    }
  }

  fileprivate var withoutNullMembers: JSONValue {
    switch self {
    case .array(let items): .array(items.map(\.withoutNullMembers))
    case .object(let object): .object(object.withoutNullMembers)
    default: self
    }
  }
}
