import { Toast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import { texts } from '../texts.ts'
import { takeToasts, waitingToasts } from './toast.ts'

interface ToastViewProps {
  css: CSSModuleClasses
}

export default function ToastView({ css }: ToastViewProps) {
  return (
    <Toast.Provider limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={css.viewport} aria-label={texts.notices} data-print="no">
          <Messages css={css} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Messages({ css }: ToastViewProps) {
  const { toasts, add } = Toast.useToastManager()

  useEffect(() => {
    function show() {
      for (const { tone, text } of takeToasts()) {
        const urgent = tone === 'error'
        add({ description: text, type: tone, priority: urgent ? 'high' : 'low', timeout: urgent ? 9000 : 5000 })
      }
    }
    show()
    return waitingToasts.subscribe(show)
  }, [add])

  return toasts.map((toast) => (
    // Base UI hides an urgent toast from screen readers after announcing it; its button can still be reached.
    <Toast.Root
      key={toast.id}
      toast={toast}
      aria-hidden={false}
      aria-label={texts.notice}
      className={cx(css.toast, toast.type === 'error' && css.error)}
    >
      <Toast.Content className={css.content}>
        <Icon name={toast.type === 'error' ? 'warning' : 'check'} className={css.icon} />
        <Toast.Description className={css.text} />
        <Toast.Close
          aria-hidden={false}
          render={<IconButton icon="close" label={texts.closeNotice} className={css.close} />}
        />
      </Toast.Content>
    </Toast.Root>
  ))
}
