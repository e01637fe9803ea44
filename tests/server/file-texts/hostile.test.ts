import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { helvetica, pdf, stream, textPdf } from '../../fixtures/pdf.ts'
import { zip } from '../../fixtures/zip.ts'
import { fixture, startExtractor } from './extractor.ts'

const extract = startExtractor()
const impatient = startExtractor({ timeoutMs: 2000 })
const megabyte = 2 ** 20
const good = { state: 'text', pages: ['Obra'] }
const broken = { state: 'broken', pages: [] }

/** The state and the length of the text; then another file is read as ever. */
async function stateOf(name: string, bytes: Uint8Array | string, declaredType = '') {
  const { state, pages } = await extract.bytes(name, bytes, declaredType)
  expect(await extract.bytes('obra.txt', 'Obra')).toEqual(good)
  return { state, length: pages.join('').length, pages: pages.length }
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const types = { '[Content_Types].xml': '<Types/>' }
const documentOf = (xml: string) => zip({ ...types, 'word/document.xml': xml })
const relations = (type: string, target: string) =>
  `<Relationships><Relationship Id="a" Type="x/${type}" Target="${target}"/></Relationships>`

for (const name of ['acta.pdf', 'secreto.pdf', 'carta.docx', 'cuentas.xlsx', 'charla.pptx']) {
  const bytes = readFileSync(fixture(name))
  test(`${name} cut at ten points, or with wrong bytes in ten ways, ends in a state each time`, async () => {
    for (let turn = 0; turn < 10; turn++) {
      const wrong = Buffer.from(bytes)
      // every run damages the same places
      for (let count = 0, at = turn + 1; count < 20; count++) {
        at = (at * 48_271 + turn + 1) % 2_147_483_647
        wrong[at % wrong.length] = at % 251
      }
      for (const damaged of [bytes.subarray(0, Math.floor((bytes.length * turn) / 10)), wrong])
        expect((await stateOf(name, damaged)).state).toMatch(/^(text|none|scanned|encrypted|broken)$/)
    }
  })
}

test('a bomb of 200 MB in an archive is left at its bound', async () => {
  const bomb = documentOf(`<w:t>Obra</w:t>${' '.repeat(200 * megabyte)}<w:t>tarde</w:t>`)
  expect(bomb.length).toBeLessThan(megabyte)
  expect(await stateOf('bomba.docx', bomb, word)).toEqual({ state: 'text', length: 4, pages: 1 })
  // the sizes that the archive declares are not believed
  for (let at = bomb.indexOf('PK\x01\x02'); at !== -1; at = bomb.indexOf('PK\x01\x02', at + 1))
    bomb.writeUInt32LE(9, at + 24)
  expect(await stateOf('bomba.docx', bomb, word)).toEqual({ state: 'text', length: 4, pages: 1 })
})

test('an endless text is cut at a million characters, and that of a small file at twenty times its size', async () => {
  const words = 'papiro '.repeat(megabyte)
  const length: number = expect.closeTo(1_000_000, -1)
  const cut = { state: 'text', length, pages: 1 }
  expect(await stateOf('largo.txt', words)).toMatchObject(cut)
  expect(await stateOf('largo.html', `<p>${words}`)).toMatchObject(cut)
  const document = documentOf(`<w:t>${words}</w:t>`)
  const twentyTimes = { ...cut, length: expect.closeTo(20 * document.length, -1) }
  expect(await stateOf('largo.docx', document, word)).toMatchObject(twentyTimes)
  const small = documentOf(`<w:t>${words.slice(0, 50_000)}</w:t>`)
  expect(small.length).toBeLessThan(1000)
  expect(await stateOf('corto.docx', small, word)).toMatchObject({ ...cut, length: expect.closeTo(20_000, -1) })
  expect((await stateOf('largo.pdf', textPdf(['papiro) Tj ('.repeat(200_000)]))).length).toBeLessThanOrEqual(1_000_000)
})

test('entities that mean a thousand million laughs are not expanded', async () => {
  const entities = Array.from({ length: 10 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`)
  const laughs = `<!DOCTYPE w:document [<!ENTITY l0 "ja">${entities.join('')}]><w:document><w:t>Obra &l10;</w:t></w:document>`
  expect(await stateOf('risas.docx', documentOf(laughs), word)).toEqual({ state: 'text', length: 10, pages: 1 })
})

test('a hundred thousand elements inside each other, attributes or unclosed ones take no long', async () => {
  const many = 100_000
  expect((await stateOf('hondo.docx', documentOf(`${'<w:p>'.repeat(many)}<w:t>a`), word)).state).toBe('none')
  expect((await stateOf('hondo.html', `Obra${'<div>'.repeat(10 * many)}`)).state).toBe('text')
  expect((await stateOf('hondo.html', `Obra${'<b><i><p>'.repeat(many)}`)).state).toBe('text')
  const attributes = Array.from({ length: many }, (_, index) => `a${index}="b"`).join(' ')
  expect((await stateOf('atributos.html', `<p ${attributes}>Obra`)).state).toBe('text')
  expect((await stateOf('signos.html', `Obra${'<'.repeat(4 * megabyte)}`)).state).toBe('text')
  expect((await stateOf('nota.html', `Obra<!--${'-'.repeat(4 * megabyte)}`)).state).toBe('text')
  expect((await stateOf('guiones.txt', `Obra${'a- '.repeat(megabyte)}`)).state).toBe('text')
})

test('an archive of too many parts is refused', async () => {
  const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`p${index}`, '']))
  expect(await stateOf('partes.docx', zip({ ...types, ...parts }), word)).toMatchObject({ state: 'broken' })
})

test('slides that are named a million times, and parts that name themselves, come to an end', async () => {
  const presentation = zip({
    ...types,
    'ppt/presentation.xml': `<p>${'<p:sldId r:id="a"/>'.repeat(1_000_000)}</p>`,
    'ppt/_rels/presentation.xml.rels': relations('slide', 'slide.xml'),
    'ppt/slide.xml': '<a:p><a:t>Obra</a:t></a:p>',
  })
  expect(await stateOf('eco.pptx', presentation, slides)).toMatchObject({ state: 'text', pages: 2000 })
  const notes = zip({
    ...types,
    'ppt/presentation.xml': '<p:sldId r:id="a"/>',
    'ppt/_rels/presentation.xml.rels': relations('slide', 'slide.xml'),
    'ppt/slide.xml': '<a:p><a:t>Obra</a:t></a:p>',
    'ppt/_rels/slide.xml.rels': relations('notesSlide', 'slide.xml'),
  })
  expect(await stateOf('notas.pptx', notes, slides)).toMatchObject({ state: 'text', pages: 1 })
  const self = zip({ ...types, '_rels/.rels': relations('officeDocument', '_rels/.rels') })
  expect((await stateOf('eco.docx', self, word)).state).toMatch(/none|broken/)
})

test('a text that all cells of a sheet share is not multiplied beyond the length', async () => {
  const book = zip({
    ...types,
    'xl/workbook.xml': '<workbook><sheet name="Eco" r:id="s"/></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="s" Type="x/worksheet" Target="s.xml"/><Relationship Id="t" Type="x/sharedStrings" Target="t.xml"/></Relationships>',
    'xl/t.xml': `<sst><si><t>${'papiro '.repeat(megabyte)}</t></si></sst>`,
    'xl/s.xml': `<worksheet>${'<c t="s"><v>0</v></c>'.repeat(100_000)}</worksheet>`,
  })
  const length: number = expect.closeTo(Math.min(1_000_000, 20 * book.length), -1)
  expect(await stateOf('eco.xlsx', book, sheet)).toMatchObject({ state: 'text', pages: 1, length })
})

const font = 'Resources<</Font<</F1 3 0 R>>'
const page = (resources = `${font}>>`) =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 5 0 R/${resources}>>`
const onePage = '<</Type/Pages/Kids[4 0 R]/Count 1>>'
const catalogue = '<</Type/Catalog/Pages 2 0 R>>'
const text = stream('BT /F1 18 Tf 40 500 Td (Obra) Tj ET')

test('PDFs whose pages go in circles, or are too many, come to an end', async () => {
  const pages = ['<</Type/Pages/Kids[2 0 R]/Count 1>>', '<</Type/Pages/Kids[4 0 R 2 0 R]/Count 9>>']
  for (const tree of pages)
    expect((await stateOf('circulo.pdf', pdf([catalogue, tree, helvetica, page(), text]))).state).toMatch(/text|broken/)
  const parents = pdf([catalogue, onePage, helvetica, `<</Type/Pages/Parent 4 0 R/Kids[4 0 R]/Count 1>>`])
  expect((await stateOf('padres.pdf', parents)).state).toBe('broken')
  const many = pdf([catalogue, '<</Type/Pages/Kids[4 0 R]/Count 2000000000>>', helvetica, page(), text])
  const { state, pages: count } = await stateOf('paginas.pdf', many)
  expect(state).toMatch(/text|broken/)
  expect(count).toBeLessThanOrEqual(2000)
  const itself = textPdf(['Obra']).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R/Prev 0')
  expect((await stateOf('antes.pdf', Buffer.from(itself, 'latin1'))).state).toMatch(/text|broken/)
})

const form = (content: string, next: number) =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F1 3 0 R>>/XObject<</X ${next} 0 R>>>>`)
const first = 6
const start = [catalogue, onePage, helvetica, page(`${font}/XObject<</X ${first} 0 R>>>>`), stream('/X Do')]
const chain = (layers: number, content: string, last: number) =>
  pdf([
    ...start,
    ...Array.from({ length: layers }, (_, index) => form(content, index < layers - 1 ? first + index + 1 : last)),
  ])
const line = 'BT /F1 18 Tf 40 500 Td (Obra) Tj ET /X Do'

test('a hundred forms inside each other, and in a circle, end in a state', async () => {
  expect((await stateOf('hilera.pdf', chain(100, line, first + 99))).state).toMatch(/text|broken/)
  expect((await stateOf('circulo.pdf', chain(100, line, first))).state).toMatch(/text|broken/)
  expect((await stateOf('yo.pdf', chain(1, line, first))).state).toMatch(/text|broken/)
})

test('a PDF that would fill the memory crashes its own process only', async () => {
  const packed = deflateSync(Buffer.alloc(300 * megabyte, 'q Q '), { level: 1 })
  const content = stream(deflateSync(packed), '/Filter[/FlateDecode/FlateDecode]')
  const twice = pdf([catalogue, onePage, helvetica, page(), content])
  expect(twice.length).toBeLessThan(megabyte)
  expect((await stateOf('bomba.pdf', twice)).state).toBe('broken')
})

test('fonts with endless tables end in a state', async () => {
  const cid = (widths: string) =>
    `<</Type/Font/Subtype/Type0/BaseFont/F/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/F/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>/W[${widths}]>>]>>`
  const withFont = (widths: string, map: string) => pdf([catalogue, onePage, cid(widths), page(), text, stream(map)])
  expect((await stateOf('anchos.pdf', withFont('0 2147483647 500', ''))).state).toMatch(/text|scanned|broken/)
  const range =
    '1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange'
  expect((await stateOf('mapa.pdf', withFont('', range))).state).toMatch(/text|scanned|broken/)
})

test('a file that takes too long is broken, and the next one is read', async () => {
  // 2^100 lines
  expect(await impatient.bytes('parejas.pdf', chain(100, `${line} /X Do`, first))).toEqual(broken)
  // on a busy machine it may take some attempts
  await expect.poll(() => impatient.fixture('carta.docx')).toMatchObject({ state: 'text' })
})
