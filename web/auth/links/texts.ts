import { limits } from '../../../contract/limits.ts'

const common = {
  reading: 'Comprobando el enlace...',
  readFailed: 'No se ha podido comprobar el enlace.',
  home: 'Ir al inicio',
  about:
    'Alejandría es una comunidad privada: un blog, un chat, noticias y un archivo de fotos y documentos. Solo entran las personas que tienen una cuenta.',
  passwordHint: `Al menos ${limits.minChosenPassword} caracteres. Solo la sabrás tú.`,
  confirmation: 'Repite la contraseña',
  mismatch: 'Las dos contraseñas no son iguales',
  otherTitle: (name: string) => `En este navegador ha entrado «${name}»`,
  otherText: (name: string) => `Al terminar se cerrará esa sesión, y este navegador pasará a la cuenta de «${name}».`,
}

export const texts = {
  invitation: {
    ...common,
    title: 'Te damos la bienvenida',
    greeting: (name: string, by: string | null | undefined) =>
      by ? `Hola, ${name}: ${by} te invita a esta biblioteca.` : `Hola, ${name}: te invitan a esta biblioteca.`,
    account: (name: string) => `Para entrar usarás siempre el nombre «${name}» y la contraseña que elijas aquí.`,
    password: 'Contraseña',
    save: 'Entrar en Alejandría',
    saveFailed: 'No se ha podido guardar la contraseña.',
    endedTitle: 'Invitación',
  },
  password: {
    ...common,
    title: 'Elige otra contraseña',
    greeting: (name: string, _by?: string | null) =>
      `Hola, ${name}: elige la contraseña con la que entrarás desde ahora.`,
    account: (_name: string) => 'Al guardarla se cierran tus demás sesiones.',
    password: 'Contraseña nueva',
    save: 'Guardar y entrar',
    saveFailed: 'No se ha podido guardar la contraseña.',
    endedTitle: 'Elige otra contraseña',
  },
  notMe: {
    ...common,
    title: '¿No has sido tú?',
    endedTitle: '¿No has sido tú?',
    greeting: (name: string, _by?: string | null) =>
      `Hola, ${name}: si no fuiste tú quien entró en tu cuenta, aquí la recuperas.`,
    before: 'Al pulsar el botón:',
    effects: [
      'Se cierran todas tus sesiones, en todos los dispositivos.',
      'Tu contraseña deja de valer, y eliges otra en la página siguiente.',
      'Se quitan las llaves de acceso que se han usado desde el primer aviso, y las llaves y aplicaciones que se han añadido en un dispositivo nuevo desde entonces.',
      'Dejan de valer los códigos de recuperación hechos desde el primer aviso.',
      'Si tu cuenta pide un segundo paso, lo seguirá pidiendo. Si ya no tienes con qué darlo, quien administra la comunidad puede quitarlo.',
    ],
    name: 'Tu nombre',
    nameHint: 'Escríbelo como aparece arriba: así no puede pulsar el botón un programa que revisa correos.',
    button: 'No he sido yo',
    failed: 'No se ha podido guardar tu aviso.',
    wasMe: 'Si has sido tú, no hagas nada y cierra esta página.',
  },
} as const
