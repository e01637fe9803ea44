import { useState } from 'react'
import { embedUrl, youtubeVideo } from '../../contract/content/youtube.ts'
import { Icon } from '../ui/icons.tsx'
import { texts } from './texts.ts'
import css from './youtube-video.module.css'

interface YoutubeVideoProps {
  href?: string
  title?: string
  /** Without the link below. */
  isBare?: boolean
}

/** Nothing is loaded from YouTube, not even a thumbnail, before the play button is pressed. */
export function YoutubeVideo({ href = '', title = texts.video, isBare = false }: YoutubeVideoProps) {
  const [isPlaying, setPlaying] = useState(false)
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
          <button type="button" data-theme="dark" onClick={() => setPlaying(true)}>
            <span className={css.playIcon}>
              <Icon name="play" size={28} />
            </span>
            <span className="visually-hidden">{texts.play}</span>
            <span className={css.title}>{title}</span>
            <span className="muted tiny">{texts.videoHost}</span>
          </button>
        )}
      </div>
      {!isBare && (
        <div className={`flex gap-2 small ${css.source}`}>
          <a href={href} target="_blank" rel="noopener noreferrer nofollow">
            {texts.watchOnYoutube}
          </a>
          {isPlaying && video.isShort && <span>{texts.short}</span>}
        </div>
      )}
    </div>
  )
}
