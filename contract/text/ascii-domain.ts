/** An e-mail address with the accents of its domain as mail servers know them, in ASCII; anything else stays as it is. */
export const withAsciiDomain = (email: string) =>
  email.replace(/@(?=[^@]*[\u0080-\uffff])([\p{L}\p{M}\p{N}.-]+)$/u, (typed, domain: string) => {
    const host = URL.parse(`http://${domain}`)?.hostname
    return host === undefined ? typed : `@${host}`
  })
