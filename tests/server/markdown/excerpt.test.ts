import { describe, expect, it } from 'vitest'
import { excerptLine, excerptOf } from '../../../server/markdown/excerpt.ts'
import { hostile } from '../../../tools/hostile-markdown.ts'
import { cpuMs } from '../../support/cpu-time.ts'

const id = 'a'.repeat(32)
const line = (content: string) => excerptLine(content, 120)
const plain = (content: string) => excerptOf(content).excerpt

describe('an excerpt', () => {
  it.each([
    ['# El faro\n\nDe **Alejandría**, la _grande_ y ~~vieja~~.', 'El faro De Alejandría, la grande y vieja.'],
    ['[El faro](https://example.org "t") y <https://a.example>', 'El faro y https://a.example'],
    ['{{file:5f3a|El plano}} y {{post:12ab3|otro post}}', 'El plano y otro post'],
    ['[El plano](file:5f3a) de Ana', 'El plano de Ana'],
    ['Usa `npm start`:\n\n```sh\nnpm start\n```', 'Usa npm start: npm start'],
    ['![Un faro](faro.png) de día', 'Un faro de día'],
    [`![Un *faro*](file:${id} "t") de día, ![](file:${id})![IMG_2034.JPG](file:${id}).`, 'Un faro de día, foto foto.'],
    [`[![El {{file:5f|faro}}][f]](https://a.example) ![f]\n\n[f]: file:${id}`, 'El faro f'],
    [`Vista:\n\n![1. La isla](file:${id})`, 'Vista: 1. La isla'],
    ['<div>\n<b>Hola</b>\n</div>\n\nAna <i>y</i> Luis<!-- nadie -->', 'Hola Ana y Luis'],
    ['Hola[^1]\n\n[^1]: Una nota', 'Hola'],
    ['| Ana | Luis |\n|---|---|\n| 1 | 2 |', 'Ana Luis 1 2'],
    ['- [x] pan\n- [ ] vino\n\n1. uno\n2. dos', 'pan vino uno dos'],
    // with the hard spaces of a Mac
    ['#\u00a0Uno\n\n-\u00a0[\u00a0] pan\n- [x]\u00a0vino\n\n1.\u00a0dos', 'Uno pan vino dos'],
    ['|\u00a0Ana | Luis\u00a0|\n|\u00a0---\u00a0|:--\u00a0|\n| 1 | 2 |', 'Ana Luis 1 2'],
    ['> cita\n\n---\n\nfin  \nde línea\\\ny otra', 'cita fin de línea y otra'],
    ['a &amp; b &lt;script&gt;', 'a & b <script>'],
    ['  \n\n ', ''],
    ['[a]: https://example.org\n\nHola [a]', 'Hola a'],
  ])('of %j is %j', (content, excerpt) => expect(excerptOf(content)).toEqual({ excerpt, cut: false }))

  it('is 200 characters long, and reports a cut, also of a very long hidden beginning', () => {
    expect(excerptOf('a'.repeat(200))).toEqual({ excerpt: 'a'.repeat(200), cut: false })
    expect(excerptOf('a'.repeat(201))).toEqual({ excerpt: 'a'.repeat(200), cut: true })
    expect(excerptOf('😀'.repeat(201))).toEqual({ excerpt: '😀'.repeat(200), cut: true })
    expect(excerptOf(`${'a'.repeat(200)}\n\n[^1]: nota`).cut).toBe(false)
    expect(excerptOf(`Hola\n\n<!-- ${'x'.repeat(20_000)} -->`)).toEqual({ excerpt: expect.any(String), cut: true })
  })

  it('splits no emoji sequence and no accented letter, and leaves out badges', () => {
    expect(plain('👩‍👩‍👧‍👦'.repeat(40))).toBe('👩‍👩‍👧‍👦'.repeat(28))
    expect(plain(`${'a'.repeat(199)}e\u0301x`)).toBe('a'.repeat(199))
    const badges = '[![](https://img.example/a.svg)](https://ci.example/a)\n'.repeat(30)
    expect(plain(`${badges}\nHola, Ana`)).toBe('Hola, Ana')
  })

  it('of many pictures has no id, wherever it is cut', () => {
    const pictures = `![](file:${id})\n`
    for (let more = 0; more < pictures.length; more++)
      expect(plain(('x'.repeat(more) + pictures.repeat(30)).slice(0, 1000))).toMatch(/^x*(foto ?)+(!\[?\]?)?$/)
  })

  it.each(Object.keys(hostile))('of 100,000 characters of "%s" is computed in linear time', (name) => {
    const content = (hostile[name] as (size: number) => string)(100_000)
    expect([...plain(content)].length).toBeLessThanOrEqual(200)
    const times = [1, 2, 3].map(() => {
      const start = cpuMs()
      excerptOf(content)
      return cpuMs() - start
    })
    expect(Math.min(...times)).toBeLessThan(100) // 15 ms on a quiet machine
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '<svg onload=alert(1)>',
  ])('contains no markup of %s', (content) => expect(plain(content)).not.toMatch(/[<>]|javascript:/))
})

describe('the line of a quote', () => {
  it('is one line as it is read', () => {
    expect(line('## ¿Quién\n\n- trae **el pan** de la *tahona*?\n> Yo')).toBe('¿Quién trae el pan de la tahona? Yo')
    expect(line('[ver](https://faro.example) ![un faro](https://faro.example/a.png) `ls` ~~no~~')).toBe(
      'ver un faro ls no',
    )
    expect(line(`{{post:${id}|La crónica_2}} y @[Amparo](${id})`)).toBe('La crónica_2 y @Amparo')
    expect(line('2 * 3 * 4 y snake_case, C# y #Feria &amp; 10~12 o 15~20')).toBe(
      '2 * 3 * 4 y snake_case, C# y #Feria & 10~12 o 15~20',
    )
    expect(line('Nota[^1] | <b>negrilla</b>\n\n[^1]: Al pie')).toBe('Nota | negrilla')
  })

  it('leaves nothing of a mention that was cut, at whatever place', () => {
    const whole = `Con @[Amparo](${id})`
    for (let length = 'Con @['.length; length < whole.length; length++)
      if (whole[length - 1] !== ']') expect(line(whole.slice(0, length))).toBe('Con')
    expect(line(whole)).toBe('Con @Amparo')
  })
})
