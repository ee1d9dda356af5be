/// Who is told which keys a commit has changed.
///
/// A type of its own because a bare closure under a lock is wrapped once more each time the lock is
/// taken: each commit would make the next one slower, and the wraps end in a stack overflow.
struct Observer: Sendable {
  let tell: @Sendable ([StoredKey]) -> Void
}
