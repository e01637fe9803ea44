import { useState } from 'react'
import { cx } from './cx.ts'
import { hash, hueOf } from './format/hash.ts'
import css from './signs.module.css'

/** First letters of the first and the last word: 'AR' for 'Ana María Ruiz', 'A' for 'admin'. */
function initials(name: string) {
  const words = name.trim().split(/[\s_.-]+/u)
  const first = [...(words[0] ?? '')][0] ?? '?'
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase('es')
}

type AvatarProps = {
  name: string
  size?: number
  /** Accessible name, if the person's name isn't next to it. */
  label?: string
  /** An address on this server; initials are drawn if it doesn't load. */
  picture?: string | null | undefined
  className?: string
}

/** A member's picture, or their initials in a drawn ring that depends on the name. */
export function Avatar({ picture, ...props }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  if (!picture || picture === failed) return <DrawnAvatar {...props} />
  const { size = 40, label = '', className } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementInteractions: not loading is no interaction
    <img
      className={cx(css.image, className)}
      src={picture}
      alt={label}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(picture)}
    />
  )
}

function DrawnAvatar({ name, size = 40, label, className }: Omit<AvatarProps, 'picture'>) {
  const seed = hash(name)
  const letters = initials(name)
  const petals = 10 + ((seed >>> 5) % 4) * 2
  const beads = (seed >>> 9) % 2 === 0
  return (
    <svg
      className={className}
      style={{ color: hueOf(name) }}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path className={css.rim} d={rim(petals)} />
      <circle
        className={css.ring}
        cx="24"
        cy="24"
        r="17.2"
        strokeDasharray={beads ? '0 2.7' : '5.4 1.35'}
        strokeWidth={beads ? 1.5 : 0.9}
      />
      <text className={css.initials} x="24" y="24" dy=".35em" fontSize={letters.length > 1 ? 17.5 : 22}>
        {letters}
      </text>
    </svg>
  )
}

function rim(count: number) {
  const point = (step: number) => {
    const angle = (step / count) * 2 * Math.PI - Math.PI / 2
    return `${(24 + 20.5 * Math.cos(angle)).toFixed(1)} ${(24 + 20.5 * Math.sin(angle)).toFixed(1)}`
  }
  const bow = 0.62 * 41 * Math.sin(Math.PI / count) // a little more than half the chord: shallow petals
  let path = `M${point(0)}`
  for (let step = 1; step <= count; step++) path += `A${bow.toFixed(1)} ${bow.toFixed(1)} 0 0 1 ${point(step)}`
  return `${path}Z`
}
