/**
 * Mann–Whitney test with the normal approximation and a correction for ties: the probability of a difference as large as
 * that between two samples if both come from the same distribution.
 */
export function rankTest(one: number[], other: number[]) {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))]
  all.sort((a, b) => a.value - b.value)
  const count = all.length
  let rankSum = 0
  let ties = 0
  for (let start = 0, end = 0; start < count; start = end) {
    while (end < count && all[end]?.value === all[start]?.value) end++
    const size = end - start
    ties += size ** 3 - size
    rankSum += all.slice(start, end).filter(({ isOne }) => isOne).length * ((start + end + 1) / 2)
  }
  const pairs = one.length * other.length
  const u = rankSum - (one.length * (one.length + 1)) / 2
  const deviation = Math.sqrt((pairs / 12) * (count + 1 - ties / (count * (count - 1))))
  return twoSided(Math.abs(u - pairs / 2) / deviation)
}

/** Both tails of the normal distribution (Abramowitz and Stegun 7.1.26, to 1e-7). */
function twoSided(z: number) {
  const x = z / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const factors = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429]
  return factors.reduceRight((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x)
}
