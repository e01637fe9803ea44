/** Content-Security-Policy of a page that is opened from a disk: only files beside it are loaded, and nothing runs. */
export const policy =
  "default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"
