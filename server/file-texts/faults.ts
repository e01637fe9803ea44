/** The file needs a password. */
export class EncryptedFile extends Error {}

/** Fault of the machine (disk, memory, open files), not of the file. */
export const isMachineFault = (error: unknown) =>
  error instanceof Error &&
  ('syscall' in error || /\b(EIO|EMFILE|ENFILE|ENOMEM|ENOENT|EACCES|ERR_MODULE_NOT_FOUND)\b/.test(error.message))
