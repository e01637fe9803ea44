const notYou = 'Si no has sido tú, avisa cuanto antes a quien administra la comunidad.'
const othersEnded = 'Tus demás sesiones se han cerrado.'

/** Mails about second factors. */
export const factorChanges = {
  totp_added: {
    subject: 'Alejandría te pedirá un código al entrar',
    body: `Has añadido una aplicación de autenticación a tu cuenta. Desde ahora, después de la contraseña hará falta un código suyo. ${othersEnded}\n\n${notYou}`,
  },
  totp_removed: {
    subject: 'Se ha quitado la aplicación de autenticación de tu cuenta de Alejandría',
    body: `Sus códigos ya no sirven para entrar en Alejandría. ${othersEnded}\n\n${notYou}`,
  },
  passkey_added: {
    subject: 'Tu cuenta de Alejandría tiene una llave de acceso nueva',
    body: `Con ella se entra en tu cuenta sin contraseña. ${othersEnded} En tu cuenta puedes ver tus llaves y quitarlas.\n\n${notYou}`,
  },
  passkey_removed: {
    subject: 'Se ha quitado una llave de acceso de tu cuenta de Alejandría',
    body: `Con ella ya no se entra en Alejandría. ${othersEnded}\n\n${notYou}`,
  },
  passkey_cloned: {
    subject: 'Puede que alguien tenga una copia de tu llave de acceso de Alejandría',
    body: 'Alguien ha usado una de tus llaves de acceso, y su cuenta de usos no encaja: puede que haya una copia. No ha servido para nada.\n\nQuita esa llave de tu cuenta y añade otra. Si no sabes cómo, avisa a quien administra la comunidad.',
  },
  recovery_codes_made: {
    subject: 'Tienes otros códigos de recuperación de Alejandría',
    body: `Se han creado diez códigos de recuperación para tu cuenta, y los de antes ya no sirven. ${othersEnded}\n\n${notYou}`,
  },
  recovery_code_used: {
    subject: 'Se ha entrado en tu cuenta de Alejandría con un código de recuperación',
    body: `Alguien ha entrado en tu cuenta con tu contraseña y uno de tus códigos de recuperación. Ese código ya no sirve otra vez.\n\n${notYou}`,
  },
  codes_guessed: {
    subject: 'Alguien conoce tu contraseña de Alejandría',
    body: 'Alguien ha escrito tu contraseña y varios códigos que no valen. No ha entrado.\n\nSi no has sido tú, cambia tu contraseña cuanto antes.',
  },
  only_passkeys_taken: {
    subject: 'Tus llaves de acceso ya no sirven para entrar en Alejandría',
    body: `Quien administra la comunidad ha quitado de tu cuenta las llaves de acceso y lo demás con lo que entrabas. Tus sesiones se han cerrado.\n\nTu cuenta no tiene contraseña: quien administra la comunidad te dará un enlace para elegir una. Si no te llega, usa «¿Has olvidado tu contraseña?» al iniciar sesión.\n\n${notYou}`,
  },
  factors_taken: {
    subject: 'Tu cuenta de Alejandría ya no pide un segundo paso',
    body: `Quien administra la comunidad ha quitado de tu cuenta la aplicación de autenticación, las llaves de acceso y los códigos de recuperación. Tus sesiones se han cerrado: entra con tu contraseña y añade otro.\n\n${notYou}`,
  },
}
