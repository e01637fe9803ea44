import { expect, headerOf, type Locator, overflowOf, type Page, test } from '../../support/browser/test.ts'

const text = (page: Page): Locator => page.getByRole('article')
const player = /^foreign GET https:\/\/www\.youtube-nocookie\.com\/embed\//

const rich = `# El faro

Una **negrita**, una *cursiva*, algo ~~tachado~~, \`código\` y https://biblioteca.example/faro suelto.

| Piso | Forma | Altura |
|:-----|:-----:|-------:|
| primero | cuadrado | 60 m |
| segundo | octogonal | 30 m |

- [x] encender el fuego
- [ ] dormir

1. uno
2. dos

> Una torre en medio del mar.

Dicen que se veía a cincuenta kilómetros[^1], o más[^otra].

[^1]: Lo cuenta Flavio Josefo.
[^otra]: Y nadie lo ha medido.

\`\`\`js
const luz = 'encendida'
\`\`\`

---

[Correo](mailto:faro@biblioteca.example) y [canal](irc://irc.example/faro).
`

test('a post shows all elements of Markdown', async ({ server, openAs }) => {
  const post = await server.hipatia.createPost({ title: 'Rico', content: rich })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  const article = text(safo)
  await expect(article.getByRole('heading', { name: 'El faro' })).toHaveJSProperty('tagName', 'H2') // below the page's own heading
  await expect(article.locator('strong')).toHaveText('negrita')
  await expect(article.locator('em')).toHaveText('cursiva')
  await expect(article.locator('del')).toHaveText('tachado')
  await expect(article.locator('p code')).toHaveText('código')
  await expect(article.getByRole('link', { name: 'https://biblioteca.example/faro' })).toBeVisible()
  await expect(article.getByRole('columnheader')).toHaveText(['Piso', 'Forma', 'Altura'])
  await expect(article.getByRole('cell')).toHaveText(['primero', 'cuadrado', '60 m', 'segundo', 'octogonal', '30 m'])
  await expect(article.getByRole('cell', { name: '60 m' })).toHaveCSS('text-align', 'right')
  await expect(article.getByRole('checkbox')).toHaveCount(2)
  await expect(article.getByRole('checkbox').first()).toBeChecked()
  await expect(article.getByRole('checkbox').first()).toBeDisabled()
  await expect(article.getByRole('checkbox').last()).not.toBeChecked()
  await expect(article.locator('ol').first().getByRole('listitem')).toHaveText(['uno', 'dos'])
  await expect(article.locator('blockquote')).toHaveText('Una torre en medio del mar.')
  await expect(article.locator('pre code')).toContainText("const luz = 'encendida'")
  await expect(article.getByRole('separator')).toBeVisible()
  await expect(article.getByRole('link', { name: 'Correo' })).toHaveAttribute('href', 'mailto:faro@biblioteca.example')
  await expect(article.getByRole('link', { name: 'canal' })).toHaveAttribute('href', 'irc://irc.example/faro')

  const reference = article.locator('sup a').first()
  const note = article.getByRole('listitem').filter({ hasText: 'Lo cuenta Flavio Josefo.' })
  await reference.click()
  await expect(note).toBeInViewport()
  await expect(safo).toHaveURL(new RegExp(`/blog/${post.id}#`))
  await note.getByRole('link').click()
  await expect(reference).toBeInViewport()
  await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo') // still the same page
})

test('a link to another site opens a new tab without referrer; a link to this site stays in the tab', async ({
  server,
  openAs,
}) => {
  const other = await server.hipatia.createPost({ title: 'El otro' })
  const post = await server.hipatia.createPost({
    content: `[fuera](https://fuera.example/a) [dentro](/blog/${other.id}) [entera](${server.url}/blog/${other.id})`,
  })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  const outside = text(safo).getByRole('link', { name: 'fuera' })
  await expect(outside).toHaveAttribute('target', '_blank')
  await expect(outside).toHaveAttribute('rel', /noopener/)
  await expect(outside).toHaveAttribute('rel', /noreferrer/)
  for (const name of ['dentro', 'entera'])
    await expect(text(safo).getByRole('link', { name })).not.toHaveAttribute('target', '_blank')
  await text(safo).getByRole('link', { name: 'dentro' }).click()
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('El otro')
})

test('a YouTube link is a local placeholder, and YouTube is requested only after a click', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect(player)
  const post = await server.hipatia.createPost({ content: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await safo.route('https://www.youtube-nocookie.com/**', (route) => route.abort())
  const play = text(safo).getByRole('button', { name: /^Reproducir/ })
  await expect(play).toBeVisible()
  await expect(safo.locator('iframe')).toHaveCount(0)
  const box = await play.boundingBox()
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(16 / 9, 1)
  await expect(text(safo).getByRole('link', { name: 'Ver en YouTube' })).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  )
  await play.click()
  const frame = safo.locator('iframe')
  await expect(frame).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?/)
  await expect(frame).toHaveAttribute('sandbox', /allow-scripts/)
  await expect(frame).toHaveAttribute('referrerpolicy', /./)
  const size = await frame.boundingBox()
  expect((size?.width ?? 0) / (size?.height ?? 1)).toBeCloseTo(16 / 9, 1)
})

test("a Short says '(Short)', and addresses that only look like YouTube are links", async ({ server, openAs }) => {
  const post = await server.hipatia.createPost({
    content: `https://www.youtube.com/shorts/dQw4w9WgXcQ

[trampa](https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ)

[de nadie](https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ)

[corto](https://www.youtube.com/watch?v=corto)`,
  })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await expect(text(safo)).toContainText('(Short)')
  await expect(text(safo).getByRole('button', { name: /^Reproducir/ })).toHaveCount(1)
  for (const name of ['trampa', 'de nadie', 'corto']) await expect(text(safo).getByRole('link', { name })).toBeVisible()
})

/** Links with a forbidden scheme, also a disguised one (ATTACKS D01, D02, D07). */
const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#115;cript:alert(1)',
  '&#x6A;avascript&colon;alert(1)',
  '<java\tscript:alert(1)>',
  '<\u0001javascript:alert(1)>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:msgbox(1)',
  'blob:https://biblioteca.example/1',
  'file:///etc/passwd',
  'javascript://youtube.com/%0aalert(1)',
  '//evil.example/x',
]

test('hostile links and images lose their URLs, and HTML is shown as typed', async ({ server, openAs }) => {
  const links = hostile.map((address, index) => `[enlace ${index}](${address})`).join('\n\n')
  const images = hostile.map((address, index) => `![imagen ${index}](${address})`).join('\n\n')
  const html = `<script>alert(1)</script>

<img src=x onerror=alert(1)>

<iframe src="https://evil.example"></iframe><base href="https://evil.example/"><svg onload=alert(1)>

<a href="javascript:alert(1)" onclick="alert(1)">ven</a> <form action="https://evil.example"><input name=x></form>

[comillas](https://ok.example "t\\" onmouseover=alert(1)") ![a" onerror="alert(1)](https://ok.example/a.png)

\`\`\`"><script>alert(1)</script>
código
\`\`\`

# location

[^"><img>]

[^"><img>]: nota
`
  const post = await server.hipatia.createPost({
    title: 'Hostil',
    content: `${links}\n\n${images}\n\n${html}\n\nEl final.`,
  })
  const safo = await openAs('Safo', `/blog/${post.id}`, {
    before: (page) =>
      page.addInitScript(() => {
        window.alert = () => document.documentElement.setAttribute('data-hacked', '')
      }),
  })
  const article = text(safo)
  await expect(article.getByText('El final.')).toBeVisible()
  for (let index = 0; index < hostile.length; index++) {
    const words = article.getByText(`enlace ${index}`, { exact: true })
    await expect(words).toBeVisible()
    await words.click()
  }
  expect(
    await article.evaluate((root) =>
      [...root.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes]
          .filter(
            ({ name, value }) =>
              name.startsWith('on') ||
              (['href', 'src', 'action', 'srcdoc', 'xlink:href', 'formaction'].includes(name) &&
                !/^(https?:|mailto:|#|\/(?!\/))/.test(value)),
          )
          .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
      ),
    ),
  ).toEqual([])
  await expect(safo.locator('main :is(script, iframe, object, embed, base, form, style, link, meta)')).toHaveCount(0)
  await expect(article).toContainText('<script>alert(1)</script>')
  await expect(safo.locator('html')).not.toHaveAttribute('data-hacked')
  await expect(safo).toHaveURL(new RegExp(`/blog/${post.id}`))
  expect(await safo.evaluate(() => [typeof window.location, document.baseURI === location.href])).toEqual([
    'object',
    true,
  ])
})

test('an image of another site is loaded after its button is pressed, and not before', async ({
  server,
  openAs,
  pageErrors,
}) => {
  const address = 'https://museo.example/faro.png'
  const post = await server.hipatia.createPost({ content: `![El faro en una moneda](${address})\n\nEl final.` })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  await expect(text(safo).getByText('El final.')).toBeVisible()
  await expect(text(safo).locator('img')).toHaveCount(0)
  const see = text(safo).getByRole('button', { name: /El faro en una moneda/ })
  await expect(see).toContainText('museo.example')

  pageErrors.expect(`foreign GET ${address} (image)`)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await safo.route(address, (route) => route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }))
  await see.click()
  await expect(text(safo).getByRole('img', { name: 'El faro en una moneda' })).toBeVisible()
})

test('an image that fails to load becomes a link to it', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('404 GET /assets/no-hay.png (image)')
  const post = await server.hipatia.createPost({ content: '![Un plano perdido](/assets/no-hay.png)' })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  const instead = text(safo).getByRole('link', { name: /Un plano perdido/ })
  await expect(instead).toHaveAttribute('href', '/assets/no-hay.png')
  await expect(text(safo).locator('img')).toHaveCount(0)
})

test('wide tables and code scroll inside their own area, on the smallest phone too', async ({ server, openAs }) => {
  const columns = Array.from({ length: 14 }, (_, index) => `columna ${index}`)
  const post = await server.hipatia.createPost({
    title: 'Anchísimo'.repeat(15),
    content: `| ${columns.join(' | ')} |\n|${'---|'.repeat(14)}\n| ${columns.map(() => 'cuatro palabras en fila').join(' | ')} |

\`\`\`
${'una línea de código que no se acaba nunca '.repeat(20)}
\`\`\`

${'sinespacios'.repeat(60)}

https://biblioteca.example/${'muy-largo-'.repeat(40)}

\`${'x'.repeat(300)}\`

> - ${'> '.repeat(8)}hondo

![${'texto '.repeat(80)}](https://museo.example/x.png)

https://youtu.be/dQw4w9WgXcQ
`,
  })
  const safo = await openAs('Safo', `/blog/${post.id}`, { screen: 'narrow' })
  await expect(text(safo).getByRole('button', { name: /^Reproducir/ })).toBeVisible()
  expect(await overflowOf(safo)).toBeLessThanOrEqual(0)
  for (const inside of [text(safo).locator('table').locator('..'), text(safo).locator('pre')]) {
    expect(await inside.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await expect(inside).toHaveAttribute('tabindex', '0') // scrollable by keyboard
  }
})

test('the preview of the editor shows a text as the post does', async ({ server, openAs }) => {
  const draft = await (await server.person('Safo')).createDraft({ content: rich })
  const safo = await openAs('Safo', `/blog/${draft.id}`)
  await expect(text(safo).getByRole('checkbox')).toHaveCount(2)
  const shown = await text(safo).innerText()
  await safo.goto(`/blog/${draft.id}/edit`)
  await safo.getByRole('tab', { name: 'Preview' }).click()
  const preview = safo.getByRole('tabpanel')
  await expect(preview.getByRole('checkbox')).toHaveCount(2)
  expect((await preview.innerText()).trim()).toBe(shown.trim())
})
