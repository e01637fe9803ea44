import { Icon } from '../../ui/icons.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import css from '../user-dialog.module.css'
import { texts } from './texts.ts'

const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)

/** Beside links to be handed over: said if they lead to this computer only. */
export const LocalAddress = () =>
  isLocal && (
    <p className={`flex gap-2 small airy ${css.local}`}>
      <Icon name="warning" size={18} />
      <span>
        <WithCode text={texts.local(location.host)} />
      </span>
    </p>
  )
