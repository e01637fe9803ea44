import { describe, expect, it } from 'vitest'
import { embedUrl, youtubeVideo } from '../../contract/content/youtube.ts'

const id = 'dQw4w9WgXcQ'

describe('a YouTube URL', () => {
  it.each([
    `https://www.youtube.com/watch?v=${id}`,
    `http://youtube.com/watch?v=${id}`,
    `https://m.youtube.com/watch?app=desktop&v=${id}`,
    `https://music.youtube.com/watch?v=${id}&list=x`,
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/live/${id}`,
    `https://youtube.com/embed/${id}/`,
    `https://www.youtube-nocookie.com/embed/${id}`,
    `HTTPS://WWW.YOUTUBE.COM/watch?v=${id}`,
    `https://www.youtube.com:443/watch?v=${id}`,
    `https://www.youtube.com/watch?v=${id}?si=abc`,
    `https://www.youtube.com/watch/${id}?si=abc`,
    `https://www.youtube.com/v/${id}&hl=es`,
    `https://www.youtube.com/?v=${id}`,
    `https://youtu.be/watch?v=${id}`,
    `https://youtu.be/?v=${id}&feature=share`,
  ])('names its video: %s', (address) => expect(youtubeVideo(address)).toEqual({ id, isShort: false }))

  it('of a Short is accepted', () => {
    expect(youtubeVideo(`https://www.youtube.com/shorts/${id}?feature=share`)).toEqual({ id, isShort: true })
  })

  it.each([
    ['t=90', 90],
    ['t=90s', 90],
    ['t=1m30s', 90],
    ['start=5', 5],
    ['t=1h2m3s', 3723],
    ['t=abc', undefined],
    ['t=-1', undefined],
    ['t=0', undefined],
  ])('with ?%s starts at %s', (query, start) => {
    expect(youtubeVideo(`https://youtu.be/${id}?${query}`)?.start).toBe(start)
  })

  it.each([
    `https://youtu.be/${id}&t=90`,
    `https://youtu.be/${id}?si=abc?t=90`,
    `https://youtu.be/${id}#t=1m30s`,
    `https://www.youtube.com/watch?v=${id}#t=90`,
    `https://www.youtube.com/watch?v=${id}?si=abc&t=90s`,
    `https://www.youtube.com/v/${id}&start=90`,
  ])('starts where people wrote it: %s', (address) =>
    expect(youtubeVideo(address)).toEqual({ id, isShort: false, start: 90 }),
  )

  it.each([
    'https://www.youtube.com/watch?v="><svg onload=alert(1)>',
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://evil.example/youtube.com/watch?v=${id}`,
    `https://evilyoutube.com/watch?v=${id}`,
    'https://youtu.be/../../x',
    'https://youtube.com/embed/..%2f..',
    'javascript://youtube.com/%0aalert(1)',
    `https://youtube.com@evil.example/watch?v=${id}`,
    `https://ana:clave@youtube.com/watch?v=${id}`,
    `https://youtube.com:8443/watch?v=${id}`,
    `ftp://youtube.com/watch?v=${id}`,
    `//youtube.com/watch?v=${id}`,
    `youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?v=${id}x`,
    `https://youtube.com/watch?v=${id.slice(1)}`,
    `https://youtube.com/embed/videoseries?list=PL1`,
    `https://youtube.com/embed/live_stream?channel=UC1`,
    `https://youtube.com/@canal`,
    `https://youtube.com/playlist?list=${id}`,
    `https://youtu.be/${id}/otro`,
    `https://www.youtube.com/watch/${id}/otro`,
    `https://www.youtube.com/feed?v=${id}`,
    'https://youtube.com/',
    '',
  ])('is refused if it belongs to something else: %s', (address) => expect(youtubeVideo(address)).toBeNull())

  it('is embedded from the host that sets no cookies', () => {
    expect(embedUrl(id)).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ')
    expect(embedUrl('"><svg')).toBe('https://www.youtube-nocookie.com/embed/%22%3E%3Csvg')
  })
})
