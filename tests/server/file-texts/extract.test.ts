import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTextExtractor } from '../../../server/file-texts/extract.ts'
import { accounts } from '../../fixtures/office.ts'
import { helvetica, pdf, picturePdf, stream, textPdf } from '../../fixtures/pdf.ts'
import { zip } from '../../fixtures/zip.ts'
import { fixture, startExtractor } from './extractor.ts'

const extract = startExtractor()
const none = { state: 'none', pages: [] }
const text = (...pages: string[]) => ({ state: 'text', pages })

test('a PDF gives its text page by page, empty ones too, with its accents, also as TeX draws them', async () => {
  const pages = [
    'Acta de la reunión\nSe leyó el inventario de los papiros y se aprobó por unanimidad.',
    'Préstamos\nLa señora Ana devolvió el códice número 17; Bruno pidió otra semana.',
    'Ruegos y preguntas\n¿Quién cuidará de las lámparas en otoño? Se decidirá en la próxima reunión.',
  ]
  expect(await extract.fixture('acta.pdf')).toEqual(text(...pages))
  const drawn = textPdf(['El faro', '', 'Yucat\\302an, ni\\304no, pa\\302\\365s, ping\\310uino'])
  expect((await extract.bytes('tex.pdf', drawn)).pages).toEqual(['El faro', '', 'Yucatán, niño, país, pingüino'])
})

test('a word that is divided at the end of a line is whole again', async () => {
  const page =
    'BT /F1 18 Tf 40 500 Td (La biblio-) Tj 0 -20 Td (teca de Alejandria, fisico-) Tj 0 -20 Td (Quimica) Tj ET'
  const { pages } = await extract.bytes(
    'guion.pdf',
    pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      helvetica,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 5 0 R/Resources<</Font<</F1 3 0 R>>>>>>',
      stream(page),
    ]),
  )
  expect(pages).toEqual(['La biblioteca de Alejandria, fisico-\nQuimica'])
})

test('what was written into a form of a PDF, or onto its page, is read too', async () => {
  const appearance = stream(
    'BT /F1 18 Tf 2 5 Td (Hipatia) Tj ET',
    '/Type/XObject/Subtype/Form/BBox[0 0 99 20]/Resources<</Font<</F1 3 0 R>>>>',
  )
  const { pages } = await extract.bytes(
    'solicitud.pdf',
    pdf([
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>',
      '<</Type/Pages/Kids[4 0 R]/Count 1>>',
      helvetica,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 5 0 R/Annots[6 0 R]/Resources<</Font<</F1 3 0 R>>>>>>',
      stream('BT /F1 18 Tf 40 500 Td (Nombre) Tj ET'),
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(nombre)/V(Hipatia)/Rect[90 500 190 520]/AP<</N 7 0 R>>>>',
      appearance,
    ]),
  )
  expect(pages).toEqual(['Nombre\nHipatia'])
})

test('a scanned PDF without a text layer is said to be so', async () => {
  expect(await extract.fixture('jpx.pdf')).toEqual({ state: 'scanned', pages: [] })
  const grey = picturePdf(Buffer.alloc(100), '/Width 10/Height 10/BitsPerComponent 8/ColorSpace/DeviceGray')
  expect(await extract.bytes('gris.pdf', grey)).toEqual({ state: 'scanned', pages: [] })
})

test('documents of Word, Excel and PowerPoint give their text, by sheets and slides', async () => {
  const letter =
    'Querida Hipatia:\nLos rollos de Aristarco llegaron bien. La copista añadió un índice y corrigió tres páginas.\nUn saludo de Cirene,\nSinesio'
  expect(await extract.fixture('carta.docx')).toEqual(text(letter))
  const sheet = 'Cuentas\nPapiro 120\nTinta de agallas 35\nAceite para lámparas 48'
  expect(await extract.fixture('cuentas.xlsx')).toEqual(text(sheet))
  // some programs leave a byte behind the end
  const longer = Buffer.concat([readFileSync(fixture('charla.pptx')), Buffer.from('\n')])
  expect((await extract.bytes('charla.pptx', longer)).pages).toHaveLength(1)
  expect(await extract.fixture('charla.pptx')).toEqual(text('La medida de la Tierra, según Eratóstenes'))
})

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

test('a Word document has its notes, headers and footers, and nothing twice that it has in an older form', async () => {
  const { pages } = await extract.bytes(
    'informe.docx',
    zip({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', '/word/document2.xml')}</Relationships>`,
      'word/_rels/document2.xml.rels': `<Relationships>${relation('1', 'header', 'header1.xml')}${relation('2', 'footnotes', 'footnotes.xml')}</Relationships>`,
      'word/document2.xml':
        '<w:document><w:p><w:r><w:t>Un </w:t></w:r><w:r><w:t>infor</w:t></w:r><w:r><w:t>me</w:t></w:r><w:tab/><w:r><w:t>breve &amp; claro</w:t></w:r><w:del><w:delText>borrado</w:delText></w:del></w:p><mc:AlternateContent><mc:Choice><w:p><w:r><w:t>cuadro</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>cuadro</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:document>',
      'word/header1.xml': '<w:hdr><w:p><w:r><w:t>Museo</w:t></w:r></w:p></w:hdr>',
      'word/footnotes.xml':
        '<w:footnotes><w:footnote><w:p><w:r><w:t>Una nota</w:t></w:r></w:p></w:footnote></w:footnotes>',
    }),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  )
  expect(pages).toEqual(['Un informe breve & claro\ncuadro\nMuseo\nUna nota'])
})

test('an Excel sheet has its shared texts, formulas with text and whole numbers, no other numbers', async () => {
  const { pages } = await extract.bytes(
    'socios.xlsx',
    zip({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Año 2" r:id="b"/><sheet name="Socios" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('a', 'worksheet', 'worksheets/sheet1.xml')}${relation('b', 'worksheet', 'worksheets/sheet2.xml')}${relation('c', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
      'xl/sharedStrings.xml':
        '<sst><si><t>Ana</t></si><si><r><t>Bru</t></r><r><t>no</t></r><rPh><t>lectura</t></rPh></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><row><c t="s"><v>1</v></c><c><v>600123456</v></c></row><row><c t="s"><v>0</v></c><c><f>A1</f><v>0.333333</v></c><c t="str"><f>B1</f><v>socia</v></c><c t="b"><v>1</v></c></row></worksheet>',
      'xl/worksheets/sheet2.xml': '<worksheet/>',
    }),
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  expect(pages).toEqual(['Año 2', 'Socios\nBruno 600123456\nAna socia'])
})

const openDocument = (kind: string, content: string, more: Record<string, string> = {}) =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:body>${content}</office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest><manifest:file-entry manifest:full-path="/"/></manifest:manifest>',
    ...more,
  })

test('OpenDocument gives its text: with notes and headers, by slides, by sheets', async () => {
  const written = openDocument(
    'text',
    '<office:text><text:tracked-changes><text:p>borrado</text:p></text:tracked-changes><text:h>El papiro</text:h><text:p>Crece<text:s/>en el <text:span>Ni</text:span><text:span>lo</text:span>.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Y en Sicilia</text:p></text:note-body></text:note></text:p></office:text>',
    {
      'styles.xml':
        '<office:document-styles><office:styles><text:p>estilo</text:p></office:styles><office:master-styles><style:footer><text:p>Página</text:p></style:footer></office:master-styles></office:document-styles>',
    },
  )
  const { pages } = await extract.bytes('papiro.odt', written)
  expect(pages).toEqual(['El papiro\nCrece en el Nilo.\nY en Sicilia\nPágina'])
  const slides = openDocument(
    'presentation',
    '<office:presentation><draw:page><text:p>Uno</text:p><table:table><text:p>tabla</text:p></table:table></draw:page><draw:page/><draw:page><text:p>Tres</text:p></draw:page></office:presentation>',
  )
  expect((await extract.bytes('charla.odp', slides)).pages).toEqual(['Uno\ntabla', '', 'Tres'])
  const sheets = openDocument(
    'spreadsheet',
    '<office:spreadsheet><table:table table:name="Enero"><table:table-cell><text:p>Aceite</text:p></table:table-cell></table:table><table:table table:name="Febrero"/></office:spreadsheet>',
  )
  expect((await extract.bytes('gastos.ods', sheets)).pages).toEqual(['Enero\nAceite', 'Febrero'])
})

test('files that need a password are said to be encrypted', async () => {
  const encrypted = { state: 'encrypted', pages: [] }
  expect(await extract.fixture('secreto.pdf')).toEqual(encrypted)
  const data = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'
  const manifest = { 'META-INF/manifest.xml': `<manifest:manifest>${data}</manifest:manifest>` }
  const odt = openDocument('text', 'garabatos', manifest)
  expect(await extract.bytes('secreto.odt', odt)).toEqual(encrypted)
  const [begin, mark] = [Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]
  const container = Buffer.concat([begin, Buffer.alloc(2000), mark, Buffer.alloc(2000)])
  expect(await extract.bytes('secreto.docx', container)).toEqual(encrypted)
  const flagged = accounts()
  // the flag of encryption, in the directory of the archive
  for (let at = flagged.indexOf('PK\x01\x02'); at !== -1; at = flagged.indexOf('PK\x01\x02', at + 1))
    flagged.writeUInt16LE(flagged.readUInt16LE(at + 8) | 1, at + 8)
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  expect(await extract.bytes('secreto.xlsx', flagged, type)).toEqual(encrypted)
})

test('texts are read in UTF-8, UTF-16 and Windows-1252', async () => {
  expect(await extract.bytes('a.txt', '\ufeffEl año\r\n\r\n\r\nacabó')).toEqual(text('El año\nacabó'))
  expect(await extract.bytes('b.md', '# Título\n\n*énfasis*')).toEqual(text('# Título\n*énfasis*'))
  expect(await extract.bytes('c.csv', Buffer.from('se\xf1ora;5 \x80', 'latin1'))).toEqual(text('señora;5 €'))
  expect(await extract.bytes('d.txt', Buffer.from('ma\xf1ana', 'latin1'), 'text/plain')).toEqual(text('mañana'))
  expect(await extract.bytes('e.txt', Buffer.from('\ufeffmañana', 'utf16le'), 'text/plain')).toEqual(text('mañana'))
  expect(await extract.bytes('f.txt', Buffer.from('\ufeffmañana', 'utf16le').swap16())).toEqual(text('mañana'))
})

test('a page gives what is read in it, not its scripts and styles', async () => {
  const page =
    '<!doctype html><title>Guía</title><style>p{color:red}</style><script>let a = "<p>no</p>"</script><h1>Qu&eacute; <b>ver</b></h1><p>El fa<i>ro</i><br>y el puerto<ul><li>uno<li>dos</ul><table><td>a<td>b'
  const read = 'Guía\nQué ver\nEl faro\ny el puerto\nuno\ndos\na\nb'
  expect(await extract.bytes('guia.html', page)).toEqual(text(read))
})

test('a file of another kind, or with nothing written in it, has no text', async () => {
  expect(await extract.fixture('foto.jpg')).toEqual(none)
  expect(await extract.fixture('paquete.zip')).toEqual(none)
  expect(await extract.bytes('vacio.txt', '')).toEqual(none)
  expect(await extract.bytes('vacio.odt', openDocument('text', ''))).toEqual(none)
  expect(await extract.bytes('nada.txt', Buffer.from([1, 2, 3, 0, 255]))).toEqual(none)
})

test('a file that is not there is no fault of the file: it throws, and the next one is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'file-texts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const extractor = openTextExtractor(folder)
  await expect(extractor.extract('/nowhere/acta.pdf', 'pdf')).rejects.toThrow('ENOENT')
  expect((await extractor.extract(fixture('acta.pdf'), 'pdf')).state).toBe('text')
  extractor.close()
  await expect(extractor.extract(fixture('acta.pdf'), 'pdf')).rejects.toThrow('closed')
})
