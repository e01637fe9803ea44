/** Texts of the login modal, which isn't loaded with a page. */
export const texts = {
  login: 'Login',
  name: 'Name',
  nameHint: 'Tu nombre completo o tu correo.',
  password: 'Password',
  loggingIn: 'Logging in...',
  loginFailed: 'Login failed',
  wholeName: 'Tu nombre completo, como lo firmas, o tu correo.',
  /** The choice of a session that outlives the browser (DECISIONS §3). */
  keepSession: {
    label: 'Mantener la sesión en este dispositivo',
    hint: 'Desmárcala si el dispositivo no es tuyo.',
  },
} as const

export const secondStep = {
  withApp: {
    intro: 'Tu contraseña es correcta. Falta el código de tu aplicación de autenticación.',
    code: 'Código',
    hint: 'Si no tienes el móvil, escribe uno de tus códigos de recuperación.',
  },
  withBoth: 'Tu contraseña es correcta. Falta el código de tu aplicación de autenticación, o tu llave de acceso.',
  withPasskey: {
    intro: 'Tu contraseña es correcta. Falta tu llave de acceso o un código de recuperación.',
    code: 'Código de recuperación',
    hint: 'Uno de los diez que guardaste, si no tienes la llave.',
  },
  withCodes: {
    intro:
      'Tu contraseña es correcta. Falta un código de recuperación: en esta página no se puede usar tu llave de acceso.',
    code: 'Código de recuperación',
    hint: 'Uno de los diez que guardaste.',
  },
  withoutFactors: {
    intro:
      'Tu contraseña es correcta. A tu cuenta no le queda ninguna llave de acceso ni aplicación: escribe un código de recuperación o, si no tienes, pide a quien administra la comunidad que te quite el segundo paso.',
    code: 'Código de recuperación',
    hint: 'Uno de los que guardaste.',
  },
  enter: 'Entrar',
  back: 'Volver',
  stepFailed: 'No se ha podido entrar.',
} as const

export const forgotten = {
  ask: '¿Has olvidado tu contraseña?',
  title: 'Una contraseña nueva',
  intro: 'Di tu nombre o tu correo para pedir un enlace con el que elegir otra.',
  name: 'Nombre o correo',
  nameMissing: 'Di tu nombre o tu correo',
  send: 'Pedir el enlace',
  sendFailed: 'No se ha podido pedir el enlace.',
  back: 'Volver',
} as const
