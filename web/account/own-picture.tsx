import { useId, useRef, useState } from 'react'
import type { OwnUser } from '../../contract/auth.ts'
import { messageOf } from '../api/call.ts'
import { storeFile } from '../files/uploads/upload-queue.ts'
import { Button } from '../ui/controls/button.tsx'
import { useFileInput } from '../ui/controls/use-file-input.tsx'
import { useToast } from '../ui/dialogs/toast.tsx'
import css from './account-summary.module.css'
import { useChangeOwnAvatar } from './api.ts'
import { texts } from './texts.ts'

/** Changes the own picture to one of this device, which goes into the archive, also while other pages are open. */
export function OwnPicture({ me }: { me: OwnUser }) {
  const hint = useId()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { mutateAsync } = useChangeOwnAvatar()
  const chooser = { accept: 'image/*' }
  const { input, choose } = useFileInput(texts.changePicture, ([file]) => file && void upload(file), chooser)

  async function change(avatar: string | null) {
    setBusy(true)
    try {
      await mutateAsync(avatar)
      toast.success(avatar === null ? texts.pictureRemoved : texts.pictureChanged)
    } catch (error) {
      toast.error(messageOf(error, texts.pictureFailed))
    } finally {
      setBusy(false)
    }
  }

  async function upload(file: File) {
    setBusy(true)
    // a failure is shown like that of any upload
    const stored = await storeFile(file, { person: me.id, description: '', category_id: null })
    if (stored) await change(`file:${stored.id}`)
    setBusy(false)
  }

  return (
    <>
      <Button ref={button} size="s" icon="image" aria-describedby={hint} busy={isBusy} onClick={choose}>
        {texts.changePicture}
      </Button>
      {input}
      {me.avatar !== null && (
        <Button
          size="s"
          variant="quiet"
          disabled={isBusy}
          onClick={() => {
            button.current?.focus() // the pressed one goes
            void change(null)
          }}
        >
          {texts.removePicture}
        </Button>
      )}
      <p id={hint} className={css.hint}>
        {texts.pictureHint}
      </p>
    </>
  )
}
