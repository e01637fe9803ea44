import { randomNumbers } from '../../tools/random.ts'

/** Samples per second. */
const rate = 22_050

/** Mono WAV, at the maximum volume without clipping. */
function wav(sound: Float64Array) {
  const peak = sound.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.length * 2, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // channels
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.length * 2, 40)
  const samples = Int16Array.from(sound, (value) => Math.round((value / peak) * 29_000))
  return Buffer.concat([header, Buffer.from(samples.buffer)])
}

function add(sound: Float64Array, at: number, seconds: number, valueAt: (second: number) => number) {
  const first = Math.round(at * rate)
  const last = Math.min(sound.length, first + Math.round(seconds * rate))
  for (let index = first; index < last; index++) sound[index] = (sound[index] ?? 0) + valueAt((index - first) / rate)
}

/** Plucked string: noise in a loop, smoothed in each turn (Karplus and Strong). */
function pluck(sound: Float64Array, at: number, hertz: number, volume: number, next: () => number) {
  const length = Math.round(rate / hertz)
  const string = Float64Array.from({ length }, () => next() * 2 - 1)
  for (let round = 0; round < 2; round++)
    for (let index = 1; index < length; index++) string[index] = ((string[index] ?? 0) + (string[index - 1] ?? 0)) / 2
  let position = 0
  add(sound, at, 2.6, (second) => {
    const value = string[position] ?? 0
    string[position] = (value + (string[(position + 1) % length] ?? 0)) * 0.4985
    position = (position + 1) % length
    return value * volume * Math.min(1, (2.6 - second) * 4)
  })
}

const semitones: Record<string, number> = { e: -5, g: -2, a: 0, b: 2, c: 4, d: 5, E: 7 }
const hertzOf = (note: string) => 220 * 2 ** ((semitones[note] ?? 0) / 12)

/** Song on the stone of Seikilos, each note with its length: twelve beats a line. */
const seikilos = [
  'a1 E2 E3 c1 d1 E1 d3',
  'c2 d1 E1 d1 c1 b1 a2 b1 g2',
  'a1 c1 E1 d1 c1 d1 c1 a2 b1 g2',
  'a1 c1 b1 d1 E2 c1 a1 a1 a1 e2',
]

/** Twenty seconds of a lyre. */
export function lyre() {
  const next = randomNumbers(3)
  const beat = 0.36
  const sound = new Float64Array(rate * 20)
  let at = 0.2
  for (const line of seikilos) {
    pluck(sound, at, 110, 0.3, next)
    pluck(sound, at + 0.02, 164.8, 0.22, next)
    pluck(sound, at + 6 * beat, 110, 0.24, next)
    for (const [note = '', length] of line.split(' ')) {
      pluck(sound, at + next() * 0.015, hertzOf(note) * 2, 0.8 + next() * 0.2, next)
      at += Number(length) * beat
    }
  }
  for (const [index, note] of ['e', 'a', 'c', 'E'].entries()) pluck(sound, at + index * 0.06, hertzOf(note), 0.7, next)
  echo(sound, [0.031, 0.043, 0.067], 0.22)
  return wav(sound)
}

/** Reverberation of a stone room. */
function echo(sound: Float64Array, delays: number[], strength: number) {
  for (const delay of delays) {
    const samples = Math.round(delay * rate)
    for (let index = samples; index < sound.length; index++)
      sound[index] = (sound[index] ?? 0) + (sound[index - samples] ?? 0) * strength
  }
}

/** Fifteen seconds at the harbour: waves, and the bell of a buoy. */
export function harbour() {
  const next = randomNumbers(8)
  const seconds = 15
  const sound = new Float64Array(rate * seconds)
  let [low, lower] = [0, 0]
  add(sound, 0, seconds, (second) => {
    const swell = 0.35 + 0.65 * Math.max(0, Math.sin((second / 4.6) * Math.PI * 2 - 1)) ** 2
    const foam = Math.max(0, Math.sin((second / 4.6) * Math.PI * 2 - 2)) ** 4
    const noise = next() * 2 - 1
    low += (noise - low) * (0.05 + 0.12 * swell)
    lower += (low - lower) * 0.08
    return (low * 0.6 * swell + lower + noise * 0.05 * foam) * Math.min(1, second, seconds - second)
  })
  const partials: [ratio: number, strength: number, decay: number][] = [
    [0.5, 0.3, 3.4],
    [1, 0.5, 2.6],
    [1.19, 0.35, 2],
    [1.5, 0.2, 1.6],
    [2, 0.3, 1.3],
    [2.66, 0.16, 0.8],
    [3.9, 0.1, 0.4],
  ]
  for (const [at, volume] of [
    [1.6, 1],
    [3.1, 0.55],
    [6.4, 0.9],
    [7.6, 0.6],
    [10.9, 1],
    [12.2, 0.5],
  ] as const)
    for (const [ratio, strength, decay] of partials)
      add(sound, at, decay * 1.4, (second) => {
        const fall = Math.exp((-second * 3.2) / decay) * Math.min(1, second * 400)
        return Math.sin(second * 523 * ratio * Math.PI * 2) * fall * strength * volume * 0.9
      })
  return wav(sound)
}
