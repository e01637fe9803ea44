/** Milliseconds of this thread's processor time, which other processes on the machine don't lengthen. */
export function cpuMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
