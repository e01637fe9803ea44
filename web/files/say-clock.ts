/** '3:07', 'm:ss' (SPEC §2); '0:00' while it isn't known. */
export function sayClock(seconds: number) {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
