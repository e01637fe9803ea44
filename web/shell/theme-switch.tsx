import { useId } from 'react'
import { type Theme, useTheme } from '../theme/theme.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import css from './header.module.css'

const choices: { value: Theme; label: string; icon: IconName }[] = [
  { value: 'light', label: 'Claro', icon: 'sun' },
  { value: 'dark', label: 'Oscuro', icon: 'moon' },
  { value: 'system', label: 'Sistema', icon: 'auto' },
]

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme()
  const name = useId()
  return (
    <fieldset className={css.set}>
      <legend>
        <span className="visually-hidden">Tema</span>
      </legend>
      {choices.map(({ value, label, icon }) => (
        <label key={value} className={css.choice}>
          <input type="radio" name={name} checked={theme === value} onChange={() => setTheme(value)} />
          <Icon name={icon} size={18} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
