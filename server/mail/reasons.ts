/** Why a mail doesn't go out, where it isn't for the mail server; for admins to read, and kept as they stand: by them it is told what failed. */
export const reasons = {
  inactive: 'La cuenta ya no está activa',
  unsubscribed: 'Se dio de baja antes de salir',
  withdrawn: 'El post ya no está publicado',
  tooOld: 'Esperó más de tres días: solo sale si se reintenta',
  gaveUp: 'No se pudo entregar después de muchos intentos',
  unfit: 'El correo no se pudo componer',
  restored: 'Se restauró una copia de seguridad y puede que ya hubiera salido: solo sale si se reintenta',
}

/** Those that are nobody's fault: there is nothing to mend, and nothing to try again. */
export const harmless = [reasons.inactive, reasons.unsubscribed, reasons.withdrawn]
