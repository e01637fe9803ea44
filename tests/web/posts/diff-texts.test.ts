// The differences of two texts, and the time limit for finding them.
import { describe, expect, it } from 'vitest'
import { type Block, diffTexts, foldUnchanged, type Segment } from '../../../web/posts/diff/diff-texts.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const drawn = (segments: Segment[]) => segments.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

/** Lines of both texts with `=`, of one text with `-` or `+`, changes in brackets. */
function draw(before: string, after: string) {
  return diffTexts(before, after)?.flatMap((block) =>
    block.kind === 'same'
      ? block.lines.map((line) => `= ${line}`)
      : [
          ...(block.before.length > 0 ? [`- ${drawn(block.before)}`] : []),
          ...(block.after.length > 0 ? [`+ ${drawn(block.after)}`] : []),
        ],
  )
}

/** The whole text of one side. */
const textOf = (blocks: Block[], side: 'before' | 'after') =>
  blocks
    .flatMap((block) => {
      if (block.kind === 'same') return [block.lines.join('\n')]
      return block[side].length > 0 ? [block[side].map(({ text }) => text).join('')] : []
    })
    .join('\n')

it('diffTexts finds changed lines with the changed words in them, neighbours as one, and lines of one text alone', () => {
  expect(draw('Uno\nEl faro alumbra el mar.\nTres', 'Uno\nEl faro alumbra el puerto.\nTres')).toEqual([
    '= Uno',
    '- El faro alumbra el [mar].',
    '+ El faro alumbra el [puerto].',
    '= Tres',
  ])
  expect(draw('Vio un mar muy azul y una orilla', 'Vio un cielo bastante gris y una orilla')).toEqual([
    '- Vio un [mar muy azul] y una orilla',
    '+ Vio un [cielo bastante gris] y una orilla',
  ])
  expect(draw('Uno\nDos', 'Uno\nDos\nTres')).toEqual(['= Uno', '= Dos', '+ [Tres]'])
  expect(draw('Uno\nDos', 'Dos')).toEqual(['- [Uno]', '= Dos'])
  expect(draw('El mar es azul.', 'Aquí nadie lee nunca.')).toEqual(['- [El mar es azul.]', '+ [Aquí nadie lee nunca.]'])
})

it('diffTexts cuts no word and no character, tells an empty line from none, and ignores the kind of line endings', () => {
  expect(draw('La canción de ayer 👩‍🚀', 'La canciones de ayer 👩‍🏫')).toEqual([
    '- La [canción] de ayer [👩‍🚀]',
    '+ La [canciones] de ayer [👩‍🏫]',
  ])
  expect(draw('Uno\nDos', 'Uno\n\nDos')).toEqual(['= Uno', '+ []', '= Dos'])
  expect(draw('', 'Algo')).toEqual(['+ [Algo]'])
  expect(draw('', '')).toEqual([])
  expect(draw('Uno\r\nDos\rTres', 'Uno\nDos\nTres')).toEqual(['= Uno', '= Dos', '= Tres'])
})

it('diffTexts keeps the whole of both texts', () => {
  const before = 'Uno dos tres\n\n- cuatro\n- cinco\n\nSeis siete  ocho\nnueve'
  const after = 'Uno tres\n- cuatro\n- cinco y medio\n\n\nSeis  siete ocho\ndiez\n'
  const blocks = diffTexts(before, after) ?? []
  expect(textOf(blocks, 'before')).toBe(before)
  expect(textOf(blocks, 'after')).toBe(after)
})

describe('diffTexts with texts of 100,000 characters', () => {
  const size = 100_000
  const random = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const made = (seed: number, letters: string) => {
    const next = random(seed)
    return Array.from({ length: size }, () => letters[Math.floor(next() * letters.length)]).join('')
  }
  const paragraphs = Array.from({ length: 400 }, (_, n) => `Párrafo ${n}: ${'palabra '.repeat(28)}`)
  const lines = 'a\n'.repeat(size / 2)
  const pairs: Record<string, [string, string]> = {
    'of lines of one letter, none of them shared': [lines, 'b\n'.repeat(size / 2)],
    'of a few letters and line ends at random': [made(1, 'ab\n'), made(2, 'ab\n')],
    'of a few words at random in one line': [made(3, 'ab '), made(4, 'ab ')],
    'of one word': ['a'.repeat(size), 'b'.repeat(size)],
    'of combining characters': ['\u0301'.repeat(size), '\u0302'.repeat(size)],
    'of line ends': ['\n'.repeat(size), '\n'.repeat(size - 1)],
    'of which every line differs in one word': [
      paragraphs.join('\n'),
      paragraphs.map((line) => line.replace('palabra', 'voz')).join('\n'),
    ],
    'of which every second line differs in every second word': [
      'a b c d e f g h\nigual\n'.repeat(4500),
      Array.from({ length: 4500 }, (_, n) => `a ${n} c ${n} e ${n} g ${n}\nigual\n`).join(''),
    ],
  }

  for (const [what, [before, after]] of Object.entries(pairs))
    it(`${what} ends in time, with few enough segments to show`, () => {
      const start = cpuMs()
      const blocks = diffTexts(before, after)
      expect(cpuMs() - start).toBeLessThan(1500)
      const segments = blocks?.map((one) => (one.kind === 'same' ? 1 : one.before.length + one.after.length)) ?? []
      expect(segments.reduce((sum, count) => sum + count, 0)).toBeLessThan(8000)
    })

  it('gives up on texts without common lines, and finds a single changed line among many', () => {
    expect(diffTexts(lines, 'b\n'.repeat(size / 2))).toBeUndefined()
    const changed = [...paragraphs]
    changed[200] = `${paragraphs[200]}y una más`
    const blocks = diffTexts(paragraphs.join('\n'), changed.join('\n')) ?? []
    expect(blocks.map(({ kind }) => kind)).toEqual(['same', 'changed', 'same'])
    expect(blocks[1]).toMatchObject({ isWhole: false })
  })
})

it('foldUnchanged keeps two lines next to each change, and folds nothing if only a line or two would be hidden', () => {
  const lines = Array.from({ length: 10 }, (_, n) => `${n}`)
  const between = foldUnchanged(lines, { isFirst: false, isLast: false })
  expect(between).toEqual({ head: ['0', '1'], folded: lines.slice(2, 8), tail: ['8', '9'] })
  expect(foldUnchanged(lines, { isFirst: true, isLast: false }).folded).toHaveLength(8)
  expect(foldUnchanged(lines, { isFirst: false, isLast: true })).toMatchObject({ folded: lines.slice(2), tail: [] })
  expect(foldUnchanged(lines.slice(0, 6), { isFirst: false, isLast: false }).folded).toEqual([])
})
