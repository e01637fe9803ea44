import { useRef, useState } from 'react'
import type { ArchiveFile } from '../../../contract/files.ts'
import { useRefetchFile } from '../api.ts'

type Playing = 'loading' | 'playing' | 'paused' | 'failed'

/** State of the audio element (SPEC §4, "Audio"). */
export function useTrack(file: ArchiveFile) {
  const audio = useRef<HTMLAudioElement>(null)
  const refetchFile = useRefetchFile()
  const [playing, setPlaying] = useState<Playing>('loading')
  const [time, setTime] = useState(0)
  const [duration, setDuration] = useState(0)
  const [volume, setVolume] = useState(1)
  // A reloaded list has another URL for the same track, which must not restart playback.
  const [source, setSource] = useState({ id: file.id, address: file.cloudinary_url })

  const load = ({ id, cloudinary_url }: ArchiveFile) => {
    setSource({ id, address: cloudinary_url })
    setPlaying('loading')
    setTime(0)
    setDuration(0)
  }
  if (source.id !== file.id) load(file)

  function toggle() {
    const { current } = audio
    if (!current || playing === 'failed') return
    if (!current.paused) return current.pause()
    // the browser may refuse to play before a user gesture
    current.play().catch(() => setPlaying('paused'))
  }

  function seek(seconds: number) {
    if (audio.current) audio.current.currentTime = seconds
    setTime(seconds)
  }

  function changeVolume(next: number) {
    const rounded = Math.min(1, Math.max(0, Math.round(next * 10) / 10))
    if (audio.current) audio.current.volume = rounded
    setVolume(rounded)
  }

  /** Uses a new signed URL, as the old one may have expired. */
  async function retry() {
    setPlaying('loading')
    try {
      load(await refetchFile(file.id))
      audio.current?.load()
    } catch {
      setPlaying('failed')
    }
  }

  const element = {
    ref: audio,
    src: source.address ?? undefined,
    autoPlay: true,
    onTimeUpdate: () => setTime(audio.current?.currentTime ?? 0),
    // unknown for some recordings until they have arrived whole
    onDurationChange: () => setDuration(audio.current?.duration ?? 0),
    onPlaying: () => setPlaying('playing'),
    onPause: () => setPlaying('paused'),
    onWaiting: () => setPlaying('loading'),
    // ready to play where autoplay is refused
    onCanPlay: () => setPlaying(audio.current?.paused ? 'paused' : 'playing'),
    onError: () => setPlaying('failed'),
  }
  return { element, playing, time, duration, volume, toggle, seek, changeVolume, retry }
}
