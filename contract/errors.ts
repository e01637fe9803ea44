/**
 * All refusals: code, status and default text. Answers are `{ detail, code, errors? }` (DECISIONS §2, "Errors");
 * programs compare the code, never the text.
 */
export const errors = {
  unreadable: [400, 'No se pudo leer lo que se envió.'],
  wrong_current_password: [400, 'La contraseña actual no es correcta.'],
  unauthenticated: [401, 'Inicia sesión para continuar.'],
  wrong_credentials: [401, 'El nombre o la contraseña no son correctos.'],
  inactive_account: [403, 'Tu cuenta está desactivada. Habla con quien administra la comunidad.'],
  admin_only: [403, 'Admin access required.'],
  not_allowed: [403, 'No tienes permiso para hacer esto.'],
  not_found: [404, 'No existe o no está a tu alcance.'],
  method_not_allowed: [405, 'Esta dirección no admite ese método.'],
  conflict: [409, 'Choca con algo que ya existe.'],
  name_taken: [409, 'Ya existe un usuario con ese nombre.'],
  email_taken: [409, 'Ya existe un usuario con ese correo.'],
  last_admin: [409, 'Tiene que quedar al menos un administrador activo.'],
  own_account: [409, 'No puedes desactivar, degradar ni eliminar tu propia cuenta.'],
  category_taken: [409, 'Ya existe una categoría con ese nombre.'],
  client_id_taken: [409, 'Ese identificador ya es de otro mensaje.'],
  address_expired: [403, 'Esta dirección ya no sirve: vuelve a abrir el archivo desde el Archivo.'],
  current_version: [409, 'Es la versión actual y no se puede eliminar: antes hay que guardar otra.'],
  category_in_use: [409, 'La categoría tiene posts y no se puede eliminar.'],
  snapshots_not_set: [
    409,
    'No hay ningún sitio para las copias. Quien se ocupa del servidor lo elige con el ajuste BACKUP_TO.',
  ],
  snapshot_running: [409, 'Se está haciendo o comprobando una copia ahora mismo. Espera a que termine.'],
  stale: [412, 'Alguien guardó otra versión mientras tanto. No se ha sobrescrito nada.'],
  upload_out_of_step: [409, 'La subida sigue en otro punto. Vuelve a intentarlo.'],
  too_large: [413, 'Es demasiado grande.'],
  unsupported_media_type: [415, 'Ese tipo de contenido no se acepta aquí.'],
  range_not_satisfiable: [416, 'El archivo no llega hasta ahí.'],
  not_valid: [422, 'Hay datos que no son válidos.'],
  too_often: [429, 'Demasiados intentos. Espera un momento y vuelve a probar.'],
  internal: [500, 'Algo ha fallado en el servidor. Vuelve a intentarlo.'],
  unavailable: [503, 'El servidor no está disponible en este momento. Vuelve a intentarlo.'],
  too_slow: [503, 'Esto tarda demasiado ahora mismo. Espera un momento o busca algo más concreto.'],
  quota_full: [507, 'No te queda espacio para más archivos. Elimina alguno que ya no haga falta.'],
  storage_full: [507, 'No queda espacio en el servidor. No se ha guardado nada.'],
} as const satisfies Record<string, readonly [status: number, detail: string]>

export type ErrorCode = keyof typeof errors
