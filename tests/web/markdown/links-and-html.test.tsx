import { expect, it } from 'vitest'
import { show } from './mount-markdown.tsx'

const hrefOf = (text: string) => show(text).querySelector('a')?.getAttribute('href') ?? ''

it('a link to another site opens in a new tab, without opener or referrer', () => {
  const link = show('[a](https://example.org/x)').querySelector('a')
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noopener noreferrer nofollow'])
})

it.each(['/blog/1', '#nota', '?a=1', 'otra', `${location.origin}/files`])(
  'a link to %s on this site opens in the same tab',
  (address) => {
    const link = show(`[a](${address})`).querySelector('a')
    expect([link?.getAttribute('href'), link?.target, link?.rel]).toEqual([address, '', ''])
  },
)

it.each([
  'http://a.example/',
  'https://a.example/',
  'irc://a.example/b',
  'ircs://a.example/b',
  'mailto:ana@a.example',
  'xmpp:ana@a.example',
  'HTTPS://a.example/',
])('a link to %s keeps its URL', (address) => expect(hrefOf(`[x](${address})`)).toBe(address))

it.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](java&Tab;script:alert(1))',
  '[x](java&NewLine;script:alert(1))',
  '[x](\x01javascript:alert(1))',
  '[x](&#1;javascript:alert(1))',
  '[x](&#x6A;avascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](<  javascript:alert(1)>)',
  '<javascript:alert(1)>',
  '[x](javascript://youtube.com/%0aalert(1))',
  '[x](<\u0001javascript:alert(1)>)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:msgbox(1))',
  '[x](blob:https://a.example/1)',
  '[x](file:///etc/passwd)',
  '[a](file:javascript:alert(1))',
  '[x](tel:123)',
  '[x](view-source:https://a.example)',
  '[x](//evil.example)',
  '[x](///evil.example)',
])('a link with a forbidden scheme, or a host without a scheme, loses its URL: %s', (text) => {
  const post = show(text)
  expect(post.querySelector('a')?.getAttribute('href') ?? '').toBe('')
  expect(post.querySelector('[href]')).toBeNull()
  expect(post.textContent).not.toBe('')
})

it.each(['/\\evil.example', '\\\\\\\\evil.example', '/\t/evil.example', '&#92;&#92;evil.example'])(
  'a link cannot hide a host behind backslashes or tabs: %s',
  (address) => {
    const link = show(`[x](<${address}>)`).querySelector('a')
    expect(link?.href && new URL(link.href).origin).toBeOneOf(['', location.origin])
  },
)

it.each([
  ['ana.perez_2@example.org', 'mailto:ana.perez_2@example.org'],
  ['https://example.org/a_b_c*d*?e=f&g', 'https://example.org/a_b_c*d*?e=f&g'],
  ['(www.example.org/x)', 'http://www.example.org/x'],
])('a link is made of a plain URL in the text: %s', (text, address) => expect(hrefOf(`Hola ${text}.`)).toBe(address))

it('a link cannot break out of an attribute with quotes', () => {
  const post = show('[a](x "t\\" onmouseover=alert(1)") ![a" onerror="alert(1)](x)')
  expect(post.querySelector('a')?.title).toBe('t" onmouseover=alert(1)')
  const names = [...post.querySelectorAll('*')].flatMap((node) => node.getAttributeNames())
  expect(names.filter((name) => /^on/.test(name))).toEqual([])
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=a></form>',
  '<style>@import "https://evil.example"</style>',
  '<link rel=stylesheet href="https://evil.example">',
  '<object data="https://evil.example"></object>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!-- nota -->',
  '<details><summary>a</summary></details>',
])('HTML in a text is shown as typed: %s', (html) => {
  for (const text of [html, `Ana dice ${html} y se va`]) {
    const post = show(text)
    expect(post.textContent).toContain(html)
    const tags = [...post.querySelectorAll('*')].map(({ localName }) => localName)
    expect(tags.filter((tag) => !['div', 'p', 'a'].includes(tag))).toEqual([])
  }
})

it('HTML in a text keeps its line breaks', () => {
  expect(show('<div>\n  a\n</div>').querySelector('p')?.innerText).toBe('<div>\n  a\n</div>')
})

it.each(['```"><script>alert(1)</script>\na\n```', '| <b>a</b> |\n|:-"><script>|', 'a[^"><img>]\n\n[^"><img>]: b'])(
  'HTML is text also inside other syntax: %s',
  (text) => expect(show(text).querySelector('script, img, b')).toBeNull(),
)

it.each(['location', '__proto__', 'getElementById', 'root', 'constructor'])(
  'a text cannot define an id or a name of the page: %s',
  (name) => {
    const post = show(`# ${name}\n\na[^${name}]\n\n[^${name}]: b`)
    expect(post.querySelectorAll('[id]').length).toBeGreaterThan(0)
    for (const { id } of post.querySelectorAll('[id]')) expect(id).toMatch(/^user-content-post-1-/)
    expect(post.querySelector('[name]')).toBeNull()
    expect(document.getElementById(name)).toBeNull()
  },
)

it.each(['{{file:../../x|a}}', '{{file:XYZ|<img onerror>}}', `${'{{post:1|'.repeat(1000)}a`, '{{file:'.repeat(5000)])(
  'an invalid link token is shown as text: %.30s',
  (text) => {
    const post = show(text)
    expect(post.textContent).toBe(text)
    expect(post.querySelector('img, a')).toBeNull()
  },
)
