/** Our own reasons for failed, skipped and merely saved deliveries, shown to admins. */
export const reasons = {
  inactive: 'La cuenta ya no está activa',
  unsubscribed: 'Se dio de baja antes de salir',
  withdrawn: 'El post ya no está publicado',
  linkEnded: 'El enlace ya no valía',
  tooOld: 'Esperó más de tres días: solo sale si se reintenta',
  gaveUp: 'No se pudo entregar después de muchos intentos',
  unfit: 'El correo no se pudo componer',
  saved: 'Guardado, no enviado: no había servidor de correo',
  restored: 'Se restauró una copia de seguridad y puede que ya hubiera salido: solo sale si se reintenta',
}
