/** Texts of the login modal, which isn't loaded with a page. */
export const loginTexts = {
  login: 'Login',
  name: 'Name',
  nameHint: 'Tu nombre completo o tu correo.',
  password: 'Password',
  loggingIn: 'Logging in...',
  loginFailed: 'Login failed',
  wholeName: 'Tu nombre completo, como lo firmas, o tu correo.',
  keepSession: 'Mantener la sesión en este dispositivo',
  keepSessionHint: 'Desmárcala si el dispositivo no es tuyo.',
} as const
