import type { OwnSite } from './layout.ts'

/** The text that explains a ZIP to its person. */
export function readMe({ publicUrl, layout, faults }: OwnSite) {
  return `Lo tuyo en Alejandría

${layout.account.name}, esta es una copia de lo que has hecho en Alejandría
(${publicUrl}), sacada el ${layout.dates.dayAndTime(layout.madeAt)}.

Empieza por index.html: se abre con cualquier navegador, también sin conexión.

Qué hay
- posts y borradores: cada texto dos veces, como página (.html) para leerlo y en
  Markdown (.md) para seguir escribiéndolo en otro sitio.
- comentarios y mensajes: lo que has comentado, por años, y lo que has escrito en
  el chat, por meses.
- noticias y enlaces: los que has compartido.
- reacciones.json: los emojis con los que has reaccionado, y a qué.
- archivos: ${
    layout.withFiles
      ? `los que has subido, con sus nombres. Si algún sistema no admite un
  nombre, está cambiado: archivos.json dice cuál era.`
      : `esta copia no los incluye. archivos.json dice cuáles son.`
  }
- cuenta.json: los datos de tu cuenta. La contraseña no está en ninguna parte de
  esta copia.
- Los demás .json tienen lo mismo que las páginas, para programas.
${
  faults.length > 0
    ? `
Algo no se ha podido copiar bien: está en errores.txt.
`
    : ''
}
Qué no hay
- Lo que han escrito otras personas, tampoco sus comentarios a tus posts.
- Las versiones anteriores de tus posts.
- Los archivos y posts de otras personas a los que enlazas: esos enlaces llevan a
  la comunidad, y allí hay que entrar.

Guárdala en un sitio seguro: lo que no habías publicado está aquí también.
`
}
