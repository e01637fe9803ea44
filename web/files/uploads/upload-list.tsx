import { formatSize } from '../../../contract/content/sizes.ts'
import { messageOf } from '../../api/call.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { formatTimeLeft } from '../../ui/format/time-left.ts'
import { Icon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/page/progress-bar.tsx'
import { texts } from '../texts.ts'
import { clearStored, isUnfinished, type QueuedUpload, removeUpload, retryUpload, useUploads } from './upload-queue.ts'
import css from './uploads.module.css'

export function UploadList({ ids }: { ids?: readonly number[] }) {
  const all = useUploads()
  const uploads = ids ? all.filter(({ id }) => ids.includes(id)) : all
  if (uploads.length === 0) return null
  return (
    <section className="below-6" aria-label={texts.uploads}>
      <div className="row spread line-below touch">
        <h2 className="large">{texts.uploads}</h2>
        {!ids && uploads.some(({ state }) => state === 'stored') && (
          <Button size="s" variant="quiet" onClick={clearStored}>
            {texts.clearStored}
          </Button>
        )}
      </div>
      <ul className="plain-list">
        {uploads.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
    </section>
  )
}

function Item({ item }: { item: QueuedUpload }) {
  const { id, name, size, state, sent, error } = item
  return (
    <li className={css.item} data-state={state}>
      <p className={css.uploadName}>
        <bdi>{name}</bdi>
      </p>
      <p className={css.state}>
        {state === 'stored' && <Icon name="check" size={16} />}
        {state === 'failed' ? formatSize(size) : formatState(item)}
      </p>
      <div className={css.buttons}>
        {state === 'failed' && (
          <Button size="s" icon="again" onClick={() => retryUpload(id)}>
            {texts.retryUpload}
          </Button>
        )}
        <IconButton
          icon="close"
          label={isUnfinished(item) ? texts.cancelUpload(name) : texts.removeUpload(name)}
          onClick={() => removeUpload(id)}
        />
      </div>
      {isUnfinished(item) && (
        <ProgressBar
          label={texts.progressOf(name)}
          part={size ? sent / size : 0}
          isInterrupted={state === 'interrupted'}
        />
      )}
      {state === 'failed' && (
        <p role="alert" className={css.error}>
          <Icon name="warning" size={18} />
          <span>{texts.error(messageOf(error, texts.uploadFailed))}</span>
        </p>
      )}
    </li>
  )
}

/** '1.50 MB de 3.20 MB · 46 % · quedan 2 min' */
function formatState({ state, sent, size, secondsLeft }: QueuedUpload) {
  if (state === 'waiting') return `${formatSize(size)} · ${texts.waiting}`
  if (state === 'stored') return `${formatSize(size)} · ${texts.stored}`
  const bytes = texts.sentOf(formatSize(sent), formatSize(size))
  if (state === 'interrupted') return `${bytes} · ${navigator.onLine ? texts.retrying : texts.offline}`
  if (sent >= size) return `${bytes} · ${texts.finishing}`
  const percent = `${Math.floor((sent / size) * 100)} %`
  return [bytes, percent, secondsLeft !== undefined && formatTimeLeft(secondsLeft)].filter(Boolean).join(' · ')
}
