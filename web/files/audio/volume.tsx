import { Icon } from '../../ui/icons.tsx'
import { texts } from '../texts.ts'
import css from './audio-player.module.css'

/** 0 to 1 in steps of 0.1 (SPEC §9). */
export function Volume({ value, onChange }: { value: number; onChange: (value: number) => void }) {
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
