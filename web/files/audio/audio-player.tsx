import { type RefObject, useRef } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { KindIcon } from '../../ui/file-kind/kind-icon.tsx'
import { useListener } from '../../ui/hooks/use-listener.ts'
import { Icon } from '../../ui/icons.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import type { CategoryFilter } from '../api.ts'
import { DownloadButton } from '../download-button.tsx'
import { texts } from '../texts.ts'
import { type OpenedFileProps, useMediaSet } from '../use-media-set.ts'
import css from './audio.module.css'
import { useTrack } from './use-track.ts'

export default function AudioPlayer({ file: opened, category, open, onClose }: OpenedFileProps) {
  const playButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog title={texts.player} open={open} onClose={onClose} initialFocus={playButton}>
      <Player opened={opened} category={category} playButton={playButton} />
    </Dialog>
  )
}

/** 'm:ss' (SPEC §2). */
const formatDuration = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

interface PlayerProps {
  opened: ArchiveFile
  category: CategoryFilter
  playButton: RefObject<HTMLButtonElement | null>
}

/** A separate component, so that playback stops when the dialog closes. */
function Player({ opened, category, playButton }: PlayerProps) {
  const set = useMediaSet('audio', category, opened)
  const { file } = set
  const track = useTrack(file)
  usePlayerKeys(track, set.step)
  const isLengthKnown = Number.isFinite(track.duration)
  const played = formatDuration(track.time)
  const length = isLengthKnown ? formatDuration(track.duration) : undefined
  const isPlaying = track.playing === 'playing'

  function retry() {
    void track.retry()
    playButton.current?.focus() // the retry button is removed
  }

  function step(by: 1 | -1) {
    set.step(by)
    playButton.current?.focus() // the pressed button is disabled at the end of the list
  }

  return (
    <div className={`stack gap-4 ${css.player}`}>
      <audio {...track.element} onEnded={() => set.hasNext && set.step(1)} />
      <div className={css.track}>
        <KindIcon kind="audio" size={56} />
        <div>
          <h3 className="large breaks">
            <bdi>{file.original_name}</bdi>
          </h3>
          <p className="muted small">
            {texts.by} <bdi>{file.uploaded_by}</bdi>
          </p>
          <p role="status" className="muted small">
            {track.playing === 'loading' && texts.loadingAudio}
          </p>
        </div>
      </div>
      {track.playing === 'failed' && (
        <ErrorNote onRetry={retry} retryLabel={texts.retry}>
          {texts.audioFailed}
        </ErrorNote>
      )}
      <div className={css.progress}>
        <input
          type="range"
          className="whole-row"
          aria-label={texts.progress}
          aria-valuetext={texts.timeOf(played, length ?? texts.unknownLength)}
          min={0}
          max={isLengthKnown ? track.duration : 0}
          disabled={!isLengthKnown}
          step="any"
          value={track.time}
          onChange={(event) => track.seek(Number(event.target.value))}
        />
        <span>{played}</span>
        <span>{length ?? '–:––'}</span>
      </div>
      <div className={css.controls}>
        <IconButton icon="previous" label={texts.previousTrack} disabled={!set.hasPrevious} onClick={() => step(-1)} />
        <IconButton
          ref={playButton}
          icon={isPlaying ? 'pause' : 'play'}
          className={css.play}
          label={isPlaying ? texts.pauseAudio : texts.playAudio}
          aria-disabled={track.playing === 'failed' || undefined}
          onClick={track.toggle}
        />
        <IconButton icon="next" label={texts.nextTrack} disabled={!set.hasNext} onClick={() => step(1)} />
        <Volume value={track.volume} onChange={track.changeVolume} />
        <DownloadButton file={file} variant="quiet" icon="download" />
      </div>
      {set.total > 1 && <Playlist files={set.files} current={file.id} onChoose={set.choose} onMore={set.more} />}
    </div>
  )
}

const isText = (element: Element) =>
  element.matches('textarea, select, [contenteditable], input:not([type=range], [type=checkbox], [type=button])')

/** Space and arrow keys, unless the focused element uses the key itself (DECISIONS §3). */
function usePlayerKeys(track: ReturnType<typeof useTrack>, step: (by: 1 | -1) => void) {
  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const focused = event.target instanceof Element ? event.target : document.body
    if (isText(focused)) return
    const usesSpace = focused.closest('button, a, summary') !== null
    const usesArrows = focused.matches('input[type=range]')
    if (event.key === ' ' ? usesSpace : usesArrows) return
    if (event.key === ' ') track.toggle()
    else if (event.key === 'ArrowLeft') step(-1)
    else if (event.key === 'ArrowRight') step(1)
    else if (event.key === 'ArrowUp') track.changeVolume(track.volume + 0.1)
    else if (event.key === 'ArrowDown') track.changeVolume(track.volume - 0.1)
    else return
    event.preventDefault()
  }
  // capture: the dialog stops arrow keys from bubbling
  useListener('keydown', onKeyDown, { capture: true })
}

/** 0 to 1 in steps of 0.1 (SPEC §9). */
function Volume({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  return (
    <div className={css.volume}>
      <Icon name="volume" />
      <input
        type="range"
        aria-label={texts.volume}
        aria-valuetext={`${Math.round(value * 100)} %`}
        title={texts.volume}
        min={0}
        max={1}
        step={0.1}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}

interface PlaylistProps {
  files: readonly ArchiveFile[]
  current: string
  onChoose: (id: string) => void
  /** Loads the next page; undefined on the last. */
  onMore: (() => void) | undefined
}

function Playlist({ files, current, onChoose, onMore }: PlaylistProps) {
  return (
    <div className={css.frame}>
      <ol className={`plain-list ${css.list}`} aria-label={texts.playlist}>
        {files.map(({ id, original_name }) => (
          <li key={id}>
            <button
              type="button"
              className={css.item}
              aria-current={id === current ? 'true' : undefined}
              onClick={() => onChoose(id)}
            >
              <bdi>{original_name}</bdi>
            </button>
          </li>
        ))}
      </ol>
      {onMore && (
        <Button size="s" variant="quiet" onClick={onMore}>
          {texts.more}
        </Button>
      )}
    </div>
  )
}
