/** So many at once, so many a second after; takes one each time it is called, or says that there is none. */
export function bucket({ burst, perSecond }: { burst: number; perSecond: number }) {
  let left = burst
  let at = performance.now()
  return () => {
    const now = performance.now()
    left = Math.min(burst, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
