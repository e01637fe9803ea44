// A thread of the worker, since bytes outside of JavaScript's heap have no limit of their own.
const maxBytes = 640 * 2 ** 20
const pollIntervalMs = 50

setInterval(() => {
  // ends the process in the middle of a computation, as the heap's own limit does
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGABRT')
}, pollIntervalMs)
