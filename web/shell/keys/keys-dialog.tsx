import { Link } from 'react-router'
import { pages } from '../../../contract/pages.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { isApple } from '../../ui/is-apple.ts'
import css from './keys-dialog.module.css'

export interface KeysDialogProps {
  open: boolean
  onClose: () => void
}

const control = isApple() ? '⌘' : 'Ctrl'

/** Keys that are pressed together, with spaces between them, and their effect. */
const groups: Record<string, [keys: string, effect: string][]> = {
  'En todas partes': [
    [`${control} K`, 'Buscar'],
    ['Esc', 'Cerrar lo que está abierto'],
    ['?', 'Ver estas teclas'],
  ],
  'Al escribir': [
    ['@', 'Nombrar a alguien'],
    [`${control} B`, 'Negrita'],
    [`${control} I`, 'Cursiva'],
    [`${control} K`, 'Enlace'],
  ],
  'En el chat': [
    ['Intro', 'Enviar'],
    ['Mayús Intro', 'Pasar de línea'],
    ['↑', 'Corregir tu último mensaje'],
  ],
  'Imágenes y audio': [
    ['←', 'Anterior'],
    ['→', 'Siguiente'],
    ['+', 'Acercar'],
    ['-', 'Alejar'],
    ['Espacio', 'Reproducir o pausar'],
  ],
}

export default function KeysDialog({ open, onClose }: KeysDialogProps) {
  return (
    <Dialog
      title="Teclas"
      open={open}
      onClose={onClose}
      footer={
        <Link to={pages.help.path} className="inline-row touch" onClick={onClose}>
          Ayuda: cómo se hace cada cosa
        </Link>
      }
    >
      <div className={css.groups}>
        {Object.entries(groups).map(([title, keys]) => (
          <section key={title} aria-label={title}>
            <h3 className={css.title}>{title}</h3>
            <dl className={css.keys}>
              {keys.map(([names, effect]) => (
                <div key={effect} className={css.line}>
                  <dt className={css.names}>
                    {names.split(' ').map((name) => (
                      <kbd key={name} className={css.key}>
                        {name}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{effect}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
