import { chance } from './chance.ts'

/** Samples in a second. */
const rate = 22_050

/** A WAV of one channel, as loud as it may be without being cut. */
function wav(sound: Float64Array) {
  const loudest = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + sound.length * 2, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20) // PCM
  head.writeUInt16LE(1, 22) // channels
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(sound.length * 2, 40)
  const samples = Int16Array.from(sound, (value) => Math.round((value / loudest) * 29_000))
  return Buffer.concat([head, Buffer.from(samples.buffer)])
}

function add(sound: Float64Array, at: number, seconds: number, valueAt: (second: number) => number) {
  const first = Math.round(at * rate)
  const last = Math.min(sound.length, first + Math.round(seconds * rate))
  for (let index = first; index < last; index++) sound[index] = (sound[index] ?? 0) + valueAt((index - first) / rate)
}

/** A plucked string: noise that goes round and is smoothed each time (Karplus and Strong). */
function pluck(sound: Float64Array, at: number, hertz: number, loud: number, next: () => number) {
  const length = Math.round(rate / hertz)
  const string = Float64Array.from({ length }, () => next() * 2 - 1)
  for (let round = 0; round < 2; round++)
    for (let index = 1; index < length; index++) string[index] = ((string[index] ?? 0) + (string[index - 1] ?? 0)) / 2
  let place = 0
  add(sound, at, 2.6, (second) => {
    const value = string[place] ?? 0
    string[place] = (value + (string[(place + 1) % length] ?? 0)) * 0.4985
    place = (place + 1) % length
    return value * loud * Math.min(1, (2.6 - second) * 4)
  })
}

const semitones: Record<string, number> = { e: -5, g: -2, a: 0, b: 2, c: 4, d: 5, E: 7 }
const hertzOf = (note: string) => 220 * 2 ** ((semitones[note] ?? 0) / 12)

/** The song on the stone of Seikilos, each note with its length: twelve beats a line. */
const seikilos = [
  'a1 E2 E3 c1 d1 E1 d3',
  'c2 d1 E1 d1 c1 b1 a2 b1 g2',
  'a1 c1 E1 d1 c1 d1 c1 a2 b1 g2',
  'a1 c1 b1 d1 E2 c1 a1 a1 a1 e2',
]

/** Twenty seconds of a lyre. */
export function lyre() {
  const next = chance(3)
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

/** As in a room of stone. */
function echo(sound: Float64Array, delays: number[], strength: number) {
  for (const delay of delays) {
    const back = Math.round(delay * rate)
    for (let index = back; index < sound.length; index++)
      sound[index] = (sound[index] ?? 0) + (sound[index - back] ?? 0) * strength
  }
}

/** Fifteen seconds at the harbour: waves, and the bell of a buoy. */
export function harbour() {
  const next = chance(8)
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
  const partials: [ratio: number, loud: number, lasts: number][] = [
    [0.5, 0.3, 3.4],
    [1, 0.5, 2.6],
    [1.19, 0.35, 2],
    [1.5, 0.2, 1.6],
    [2, 0.3, 1.3],
    [2.66, 0.16, 0.8],
    [3.9, 0.1, 0.4],
  ]
  for (const [at, loud] of [
    [1.6, 1],
    [3.1, 0.55],
    [6.4, 0.9],
    [7.6, 0.6],
    [10.9, 1],
    [12.2, 0.5],
  ] as const)
    for (const [ratio, strength, lasts] of partials)
      add(sound, at, lasts * 1.4, (second) => {
        const fall = Math.exp((-second * 3.2) / lasts) * Math.min(1, second * 400)
        return Math.sin(second * 523 * ratio * Math.PI * 2) * fall * strength * loud * 0.9
      })
  return wav(sound)
}
