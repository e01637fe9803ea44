// Copied HTML as word processors and pages write it, and the Markdown that the editor makes of it.
import { expect, test } from 'vitest'
import { toMarkdown } from '../../../web/editor/rich-text/to-markdown.ts'

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {font-weight:bold} --></style></head><body lang=ES><!--StartFragment-->
<h1><b>Acta de la <i>reunión</i></b><o:p></o:p></h1>
<p class=MsoNormal><b>Nota: </b>vino <b><i>Ana</i></b>,
con&nbsp;<a href="https://peña.example/a_(b)">el libro</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>pan<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span>&nbsp;</span></span></span><![endif]>de centeno</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>2.<span>&nbsp;</span></span><![endif]>vino</p>
<!--EndFragment--></body></html>`

const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-7"><h2 dir="ltr"><span
style="font-weight:700">Lecturas</span></h2><p dir="ltr"><span style="font-weight:400">Leímos </span><span
style="font-weight:400;font-style:italic">Nada</span><span style="font-weight:400"> y </span><span
style="font-weight:700">mucho más</span><span style="font-weight:400">.</span></p><br><ol start="3"><li
dir="ltr" style="font-weight:400"><p><span>uno</span></p></li><ul><li><p><span>dos</span></p></li></ul><li><p><a
href="https://faro.example/" style="text-decoration:none"><span style="text-decoration:underline">https://faro.example</span></a
></p></li></ol></b>`

test('copied text of Word, whose lists are paragraphs, becomes Markdown', () => {
  expect(toMarkdown(word)).toBe(
    '# Acta de la *reunión*\n\n**Nota:** vino ***Ana***, con [el libro](<https://peña.example/a_(b)>).\n\n' +
      '- pan\n   - de centeno\n2. vino',
  )
})

test('copied text of Google Docs, which is bold by weight and nests lists in lists, becomes Markdown', () => {
  expect(toMarkdown(docs)).toBe(
    '## Lecturas\n\nLeímos *Nada* y **mucho más**.\n\n3. uno\n   - dos\n4. https://faro.example',
  )
})

test.each([
  ['<p>Uno<br>dos <b>tres</b><br><br>cuatro</p><p>cinco</p>', 'Uno  \ndos **tres**\n\ncuatro\n\ncinco'],
  ['<ul><li><p>uno</p><p>y medio</p></li><li></li></ul><p>fin</p>', '- uno\n\n  y medio\n\nfin'],
  [
    '<strong>a*b</strong> snake_case _x_ https://a.example/__b__',
    '**a\\*b** snake_case \\_x\\_ https://a.example/__b__',
  ],
  ['<a href="https://a.example">[1] <em>a</em></a> <a href="mailto:ana@b.example">ana@b.example</a>', ''],
  ['<b>dos </b><b>veces</b> y <code>x<span>*</span></code>', '**dos veces** y `x*`'],
  ['Pala<b>bra</b>, <b>¡Ojo!</b>No', 'Pala**bra**, ¡Ojo!No'],
  ['<a href="javascript:alert(1)">malo</a> <a href="/blog">nuestro</a> <b>sí</b>', 'malo nuestro **sí**'],
  ['<table><tr><td><b>Todo</b> en una celda</td></tr></table>', '**Todo** en una celda'],
  ['<h3>Con<br>salto <span style="display:none">nada</span></h3>', '### Con salto'],
])('copied text of pages becomes Markdown: %s', (html, markdown) => {
  expect(toMarkdown(html)).toBe(markdown || '[[1] *a*](https://a.example) ana@b.example')
})

test.each([
  ['no structure', '<p style="font-weight: 400">Uno</p><p><b> </b>dos <a href="#x">tres</a></p>'],
  ['code of an editor', '<div style="font-family: Consolas, monospace"><b>let</b> x</div>'],
  ['code of a page', '<p><b>Así</b></p><pre>let x</pre>'],
  ['cells of a table', '<table><tr><th><b>a</b></th><td>b</td></tr></table>'],
])('copied text with %s doesn’t become Markdown', (_what, html) => expect(toMarkdown(html)).toBeUndefined())
