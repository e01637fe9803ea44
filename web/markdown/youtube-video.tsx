import { useState } from 'react'
import { embedUrl, youtubeVideo } from '../../contract/youtube.ts'
import { Icon } from '../ui/icons.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { texts } from './texts.ts'
import css from './youtube-video.module.css'

interface YoutubeVideoProps {
  href?: string
  title?: string
  /** Without the link below, where another one stands beside it. */
  isBare?: boolean
}

/** Nothing is asked of YouTube, not even a thumbnail, before somebody presses play. */
export function YoutubeVideo({ href = '', title = texts.video, isBare = false }: YoutubeVideoProps) {
  const [isPlaying, play] = useState(false)
  const video = youtubeVideo(href)
  if (!video) return null
  return (
    <div className={css.video}>
      <div className={css.screen}>
        {isPlaying ? (
          <iframe
            src={`${embedUrl(video.id)}?autoplay=1${video.start ? `&start=${video.start}` : ''}`}
            title={title}
            sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="strict-origin-when-cross-origin"
            allow="autoplay; encrypted-media; picture-in-picture"
            allowFullScreen
          />
        ) : (
          <button type="button" onClick={() => play(true)}>
            <span className={css.sign}>
              <Icon name="play" size={28} />
            </span>
            <VisuallyHidden>{texts.play}</VisuallyHidden>
            <span className={css.title}>{title}</span>
            <span className={css.host}>{texts.videoHost}</span>
          </button>
        )}
      </div>
      {!isBare && (
        <a className={css.source} href={href} target="_blank" rel="noopener noreferrer nofollow">
          {texts.watchOnYoutube}
        </a>
      )}
    </div>
  )
}
