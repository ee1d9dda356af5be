/// Jobs in the order of their arrival.
struct JobQueue {
  private var jobs: [(any ScriptJob)?] = []
  private var head = 0

  var isEmpty: Bool { head == jobs.count }

  /// Takes out the jobs that `body` says true of.
  mutating func removeAll(where body: (any ScriptJob) -> Bool) {
    jobs = jobs[head...].filter { job in job.map { !body($0) } ?? false }
    head = 0
  }

  mutating func append(_ job: any ScriptJob) { jobs.append(job) }

  mutating func popFirst() -> (any ScriptJob)? {
    guard head < jobs.count else { return nil }
    let job = jobs[head]
    jobs[head] = nil
    head += 1
    // Moving the rest when half is used up costs each job one move on average.
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: head <= 1024)
      head = 0
    } else if head >= 64, head * 2 >= jobs.count {
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }
}
