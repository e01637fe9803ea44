import { useTheme } from '../theme/theme.ts'
import css from './help.module.css'
import sizes from './pictures/sizes.json' with { type: 'json' }

const addresses = import.meta.glob<string>('./pictures/*/*.webp', { eager: true, query: '?url', import: 'default' })

const addressOf = (theme: 'light' | 'dark', name: string) => addresses[`./pictures/${theme}/${name}.webp`]

interface Props {
  /** As scripts/help-pictures.ts calls it. */
  name: string
  alt: string
}

/** A screen of ours in the theme of the person, from `npm run help:pictures`. */
export function HelpPicture({ name, alt }: Props) {
  const { theme } = useTheme()
  const [width, height] = (sizes as Record<string, number[]>)[name] ?? []
  return (
    <picture>
      {theme === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={addressOf('dark', name)} />}
      <img
        className={css.screen}
        src={addressOf(theme === 'dark' ? 'dark' : 'light', name)}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
      />
    </picture>
  )
}
