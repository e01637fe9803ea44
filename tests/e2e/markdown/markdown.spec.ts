import { expect, headerOf, test } from '../../support/browser/test.ts'

test('Safo reads footnotes and links; video and picture wait for a press', async ({ server, openAs, pageErrors }) => {
  const picture = 'https://museo.example/faro.png'
  pageErrors.expect(/^foreign GET https:\/\/www\.youtube-nocookie\.com\/embed\//, `foreign GET ${picture} (image)`)
  const other = await server.hipatia.createPost({ title: 'El otro' })
  const post = await server.hipatia.createPost({
    content: `Se veía a cincuenta kilómetros[^1].

[fuera](https://fuera.example/a) [dentro](/blog/${other.id}) [entera](${server.url}/blog/${other.id})

https://www.youtube.com/watch?v=dQw4w9WgXcQ

![El faro en una moneda](${picture})

${'Otro párrafo.\n\n'.repeat(40)}

[^1]: Lo cuenta Flavio Josefo.`,
  })
  const safo = await openAs('Safo', `/blog/${post.id}`)
  const article = safo.getByRole('article')
  const reference = article.locator('sup a')
  const note = article.getByRole('listitem').filter({ hasText: 'Lo cuenta Flavio Josefo.' })
  await reference.click()
  await expect(note).toBeInViewport()
  await expect(safo).toHaveURL(new RegExp(`/blog/${post.id}#`))
  await note.getByRole('link').click()
  await expect(reference).toBeInViewport()
  await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo') // still the same page

  await safo.route('https://www.youtube-nocookie.com/**', (route) => route.abort())
  await expect(safo.locator('iframe, article img')).toHaveCount(0)
  await article.getByRole('button', { name: /^Reproducir/ }).click()
  await expect(safo.locator('iframe')).toHaveAttribute('src', /\/embed\/dQw4w9WgXcQ\?/)
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await safo.route(picture, (route) => route.fulfill({ contentType: 'image/png', body: Buffer.from(pixel, 'base64') }))
  await article.getByRole('button', { name: /El faro en una moneda/ }).click()
  await expect(article.getByRole('img', { name: 'El faro en una moneda' })).toBeVisible()

  await expect(article.getByRole('link', { name: 'fuera' })).toHaveAttribute('target', '_blank')
  await expect(article.getByRole('link', { name: 'entera' })).not.toHaveAttribute('target', '_blank')
  await article.getByRole('link', { name: 'dentro' }).click()
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('El otro')
})
