const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** '0 Bytes', '512 Bytes', '1.50 KB', '2.00 GB' (SPEC §9): steps of 1024, a point in every language */
export function formatSize(bytes: number) {
  let value = bytes
  let unit = 0
  // a value that rounds to 1024.00 moves to the next unit
  while (value >= 1023.995 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(2)} ${units[unit]}`
}

/** '1.5 KB', as the viewers show it (SPEC §9). */
export const formatKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
