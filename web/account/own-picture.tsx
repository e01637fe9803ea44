import { useId, useRef, useState } from 'react'
import type { OwnUser } from '../../contract/auth.ts'
import { messageOf } from '../api/call.ts'
import { addUploads, isUnfinished, removeUpload, useUploads, whenStored } from '../files/uploads/upload-queue.ts'
import { Button } from '../ui/controls/button.tsx'
import { useFileInput } from '../ui/controls/use-file-input.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import css from './account.module.css'
import { useChangeOwnAvatar } from './api.ts'
import { texts } from './texts.ts'

/** Changes the own picture to one of this device, which goes into the archive, also while other pages are open. */
export function OwnPicture({ me }: { me: OwnUser }) {
  const hint = useId()
  const { mutateAsync, isPending } = useChangeOwnAvatar()
  const [upload, setUpload] = useState<number>()
  const isBusy = useUploads().some((item) => item.id === upload && isUnfinished(item)) || isPending
  const button = useRef<HTMLButtonElement>(null)
  const chooser = { accept: 'image/*' }
  const { input, choose } = useFileInput(texts.changePicture, ([file]) => file && void store(file), chooser)

  async function change(avatar: string | null) {
    try {
      await mutateAsync(avatar)
      toast.success(avatar === null ? texts.pictureRemoved : texts.pictureChanged)
    } catch (error) {
      toast.error(messageOf(error, texts.pictureFailed))
    }
  }

  async function store(file: File) {
    // a failure is shown like that of any upload; the next photo takes its place
    if (upload !== undefined) removeUpload(upload)
    const [id] = addUploads([file], { person: me.id, description: '', category_id: null })
    setUpload(id)
    const stored = await whenStored(id)
    if (stored) await change(`file:${stored.id}`)
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
