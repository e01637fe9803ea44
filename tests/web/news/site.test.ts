// The domain of a news item, without www, and its icon (SPEC §2, "News").
import { expect, test } from 'vitest'
import { siteOf } from '../../../web/news/news-site.ts'

test.each([
  ['https://www.elpais.com/cultura/', 'elpais.com'],
  ['https://ELPAIS.com', 'elpais.com'],
  ['https://cat.elpais.com:8443/x', 'cat.elpais.com'],
  ['http://www.com/', 'www.com'],
  ['https://www2.uned.es/', 'www2.uned.es'],
  ['https://wwwsitio.example/', 'wwwsitio.example'],
  ['https://ñandú.example/', 'xn--and-6ma2c.example'],
  ['http://192.0.2.1/', '192.0.2.1'],
])('the domain of %s is %s', (address, domain) => {
  expect(siteOf(address).domain).toBe(domain)
})

test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ', 'youtube'],
  ['https://youtu.be/aqz-KE-bpKQ', 'youtube'],
  ['https://m.youtube.com/', 'youtube'],
  ['https://vimeo.com/1', 'vimeo'],
  ['https://es.wikipedia.org/wiki/Faro', 'wikipedia'],
  ['https://commons.wikimedia.org/wiki/File:Faro.jpg', 'wikipedia'],
  ['https://github.com/nodejs/node', 'github'],
  ['https://x.com/alguien', 'x'],
  ['https://twitter.com/alguien', 'x'],
  ['https://www.facebook.com/', 'facebook'],
  ['https://www.instagram.com/', 'instagram'],
  ['https://www.linkedin.com/', 'linkedin'],
  ['https://www.reddit.com/r/spain', 'reddit'],
  ['https://t.me/canal', 'telegram'],
  ['https://open.spotify.com/track/1', 'spotify'],
  ['https://www.bbc.co.uk/news', 'bbc'],
  ['https://www.rtve.es/play/', 'rtve'],
  ['https://elpais.com/', 'press'],
  ['https://archive.org/', 'archive'],
  ['https://arxiv.org/abs/1', 'science'],
  ['https://a.example/actas.PDF?v=2', 'pdf'],
  ['https://a.example/clip.mp4', 'video'],
  ['https://a.example/voz.mp3', 'audio'],
  ['https://a.example/faro.jpeg', 'image'],
  ['https://a.example/pdf', 'other'],
  ['https://notyoutube.com/', 'other'],
  ['https://netflix.com/', 'other'],
  ['https://youtube.com.evil.example/', 'other'],
])('%s is drawn as %s', (address, icon) => {
  expect(siteOf(address).icon).toBe(icon)
})
