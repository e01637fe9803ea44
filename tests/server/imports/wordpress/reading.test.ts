// Exports of WordPress as records, of all its versions, damaged and hostile ones.
import { describe, expect, test } from 'vitest'
import { readExport, type WordPressEntry, type WordPressItem } from '../../../../server/imports/wordpress/items.ts'
import { OperatorError } from '../../../../server/operator-error.ts'
import { inFull } from '../../../support/in-full.ts'
import { attachment, category, comment, exported, item, meta } from './export.ts'

async function* inPieces(bytes: Buffer, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function read(xml: string | Buffer, pieceLength = 64 * 1024) {
  const entries: WordPressEntry[] = []
  for await (const entry of readExport(inPieces(Buffer.from(xml as string), pieceLength), 'Europe/Madrid'))
    entries.push(entry)
  return {
    entries,
    site: entries.flatMap((entry) => (entry.kind === 'site' ? [entry.site] : [])),
    authors: entries.flatMap((entry) => (entry.kind === 'author' ? [entry.author] : [])),
    items: entries.flatMap((entry) => (entry.kind === 'item' ? [entry.item] : [])),
  }
}

const only = async (xml: string): Promise<WordPressItem> => {
  const { items } = await read(xml)
  expect(items).toHaveLength(1)
  return items[0] as WordPressItem
}

const refusal = (xml: string | Buffer) =>
  read(xml).then(
    () => 'read',
    (error) => (error instanceof OperatorError ? error.message : Promise.reject(error)),
  )

describe('an export', () => {
  test('has the site, its authors, and its items with all that belongs to them', async () => {
    const parts = [category('Lecturas'), category('Viajes'), category('mar', 'post_tag'), meta('_thumbnail_id', '7')]
    const comments = [comment(3, 'Bea', 'Sí'), comment(4, 'Leo', 'No', { parent: 3, approved: 'spam' })]
    const { site, authors, items } = await read(exported(item({ more: [...parts, ...comments].join('') })))
    expect(site).toEqual([{ title: 'El blog del club', url: 'https://blog.example' }])
    expect(authors).toEqual([{ login: 'ana', email: 'ana@blog.example', name: 'Ana Ruiz' }])
    expect(items[0]).toMatchObject({
      id: 1,
      type: 'post',
      status: 'publish',
      title: 'El faro',
      html: '<p>Hola.</p>',
      creator: 'ana',
      date: Date.parse('2019-05-04T10:00:00Z'),
      categories: ['Lecturas', 'Viajes'],
      tags: ['mar'],
      thumbnail: 7,
    })
    expect(items[0]?.comments).toMatchObject([
      { id: 3, parent: 0, author: 'Bea', isApproved: true, type: '' },
      { id: 4, parent: 3, author: 'Leo', isApproved: false },
    ])
  })

  test('is the same in pieces of any length', async () => {
    const xml = Buffer.from(
      exported(item({ title: 'Ñandúes 🐦', html: '<p>¿Qué?</p> ]]> y más' }), attachment(2, 'a.jpg')),
    )
    const whole = await read(xml)
    for (const length of [1, 7, 100]) expect((await read(xml, length)).entries).toEqual(whole.entries)
  })

  test('of the first versions says categories twice, tags by another name, and authors by their login', async () => {
    const old = exported(item({ more: `<category>${'Uno'}</category>${category('Uno')}${category('dos', 'tag')}` }))
      .replace('<wp:wxr_version>1.2<', '<wp:wxr_version>1.0<')
      .replace(/<wp:author>.*<\/wp:author>/s, '')
    expect(await only(old)).toMatchObject({ categories: ['Uno'], tags: ['dos'], creator: 'ana' })
    const oldest = exported(item({ more: '<category>Uno</category><category>Dos</category>' }))
    expect((await only(oldest)).categories).toEqual(['Uno', 'Dos'])
  })

  test('says no category where WordPress says that there is none', async () => {
    const xml = exported(item({ more: category('Uncategorized') }))
    expect((await only(xml)).categories).toEqual([])
  })

  test.each([
    ['a moment of the site’s time zone for a draft', { date: '0000-00-00 00:00:00' }, '2019-07-01T08:00:00Z'],
    ['its own moment', { date: '2020-02-29 23:59:59' }, '2020-02-29T23:59:59Z'],
  ])('has %s', async (_what, parts, moment) => {
    const xml = exported(item(parts)).replace(
      /(<wp:post_date>)[^<]*<!\[CDATA\[0000[^\]]*/,
      '$1<![CDATA[2019-07-01 10:00:00',
    )
    expect((await only(xml)).date).toBe(Date.parse(moment))
  })

  test.each([
    ['a day that never was', '2019-02-31 10:00:00'],
    ['no moment', ''],
  ])('with %s has the moment of its publication', async (_what, date) => {
    expect((await only(exported(item({ date })))).date).toBe(Date.parse('2019-05-04T10:00:00Z'))
  })

  test('has titles without their HTML', async () => {
    const xml = exported(item({ title: 'Un <em>faro</em> &amp; dos&#8230;' }))
    expect((await only(xml)).title).toBe('Un faro & dos…')
  })

  test('may begin with a byte order mark and empty lines, and be in another encoding', async () => {
    const xml = exported(item({ title: 'Mañana' }))
    expect((await only(`\ufeff\n\n${xml}`)).title).toBe('Mañana')
    const latin = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    expect((await read(latin)).items[0]?.title).toBe('Mañana')
    const utf16 = Buffer.from(`\ufeff${xml}`, 'utf16le')
    expect((await read(utf16)).items[0]?.title).toBe('Mañana')
  })

  test('has no control characters and half characters', async () => {
    expect((await only(exported(item({ title: 'El\u0000 f\u0008aro', html: 'a\u000bb' })))).title).toBe('El faro')
  })

  test('of WordPress 2 ends a protected text too early: its HTML is text all the same', async () => {
    const html = '<p>Uno<br /><img src="a.jpg" /></p><script>//<![CDATA[\nx\n//]]></script><p>Dos</p>'
    const xml = exported(item()).replace('<![CDATA[<p>Hola.</p>]]>', `<![CDATA[${html}]]>`)
    expect((await only(xml)).html).toContain('<p>Dos</p>')
  })
})

describe('what is no export', () => {
  test.each([
    ['a page', '<!-- x --><html><body>Hola</body></html>', 'This is no export of WordPress: it begins with <html>.'],
    ['a text', 'Hola', 'This is no export of WordPress: make one there under Tools, Export.'],
    ['nothing', '', 'This is no export of WordPress: make one there under Tools, Export.'],
    [
      'RSS',
      exported(item()).replace(/<wp:wxr_version>.*?<\/wp:wxr_version>/, ''),
      'This is RSS, but no export of WordPress: make one there under Tools, Export.',
    ],
    ['a ZIP', 'PK\u0003\u0004…', 'This is a ZIP: take the .xml files out of it, and import each of them.'],
    [
      'one in an unknown encoding',
      exported(item()).replace('UTF-8', 'klingon'),
      'The export says that it is written in "klingon", which is no known encoding.',
    ],
  ])('is refused with a clear line: %s', async (_what, xml, message) => {
    expect(await refusal(xml)).toBe(message)
  })

  test('is half an export, as PHP leaves it when its time is over', async () => {
    const xml = exported(item({ id: 1 }), item({ id: 2 }))
    const half = xml.slice(0, xml.lastIndexOf('<wp:post_name>'))
    expect(await refusal(half)).toMatch(/^The export ends in the middle, on line 4\d: WordPress could not finish it\./)
    expect(await refusal(xml.replace('</wp:post_type>', ''))).toMatch(
      /^Line 3\d of the export: <wp:post_type> has no end$/,
    )
  })
})

describe('a hostile export', () => {
  const open = exported().replace(/<\/channel>.*/s, '')

  test('has no entities of its own: a billion laughs are none', async () => {
    const laughs = '<!DOCTYPE rss [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    const xml = exported(item({ title: 'x' })).replace('<rss', `${laughs}<rss`)
    expect(await refusal(xml)).toMatch(
      /^Line \d of the export: a document type, which exports of WordPress do not have$/,
    )
    expect((await only(exported(item()).replace('<![CDATA[El faro]]>', '&b;&xxe;'))).title).toBe('&b;&xxe;')
  })

  test.each([
    ['elements inside each other', `${open}<item>${'<a>'.repeat(100_000)}`, 'more than 200 elements inside each other'],
    [
      'a text without an end',
      `${open}<item><title><![CDATA[${'x'.repeat(17 * 2 ** 20)}`,
      'a text is longer than any of WordPress',
    ],
    ['a tag without an end', `${open}<item a="${'x'.repeat(17 * 2 ** 20)}`, 'a text is longer than any of WordPress'],
    ['a long text', `${open}<item><title>${'x'.repeat(17 * 2 ** 20)}`, 'a text is longer than any of WordPress'],
    ['a million nodes', `${open}<item>${'<category/>'.repeat(1_000_000)}`, 'an entry has more than 200000 parts'],
    ['hundreds of thousands of entries', `${open}${'<item/>'.repeat(300_001)}`, 'it has more than 300000 entries'],
  ])('with %s is refused', async (_what, xml, problem) => {
    expect(await refusal(xml)).toMatch(new RegExp(`^Line \\d+ of the export: ${problem}$`))
  })
})

/** The same numbers each time. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('A damaged export is read whole or refused with a clear line', async () => {
  const xml = exported(
    item({ id: 1, more: category('Uno') + comment(1, 'Bea', 'Sí') }),
    attachment(2, '2019/05/faro.jpg'),
    item({ id: 3, html: '<!-- wp:paragraph --><p>Hola</p><!-- /wp:paragraph -->' }),
  )
  for (let seed = 0; seed < inFull(2000, 60); seed++) {
    const random = createRandom(seed)
    const bytes = [...Buffer.from(xml)]
    for (let times = 1 + random(4); times > 0; times--) {
      const at = random(bytes.length)
      const damages = [
        () => bytes.splice(at, 1 + random(200)),
        () => bytes.splice(at, 1, random(256)),
        () => bytes.splice(at, 0, ...bytes.slice(random(bytes.length)).slice(0, random(400))),
        () => bytes.splice(at),
      ]
      damages[random(damages.length)]?.()
    }
    const outcome = await refusal(Buffer.from(bytes))
    expect(outcome, `seed ${seed}`).toMatch(/^read$|^Line \d+ of the export: |^The export (?:ends|says) |^This is /)
  }
})
