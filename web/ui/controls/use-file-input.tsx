import { type ComponentProps, useRef } from 'react'

/** The browser's choice of files, which on a phone has its camera. `input` is invisible: `choose` opens it. */
export function useFileInput(
  label: string,
  onFiles: (files: File[]) => void,
  attributes: Pick<ComponentProps<'input'>, 'accept' | 'multiple'> = { multiple: true },
) {
  const field = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={field}
      type="file"
      {...attributes}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        if (target.files?.length) onFiles([...target.files])
        target.value = '' // allows choosing the same file again
      }}
    />
  )
  return { input, choose: () => field.current?.click() }
}
