/** In the order of SPEC §2. */
export const examples = [
  {
    name: 'Títulos',
    about: 'Una almohadilla y un espacio al principio de la línea; cuantas más almohadillas, más pequeño el título.',
    source: '# La lectura de mayo\n\n## Primera sesión\n\n### Para comentar',
  },
  {
    name: 'Negrita y cursiva',
    about: 'Asteriscos alrededor de las palabras: uno para la cursiva, dos para la negrita, tres para las dos.',
    source: 'Empezamos **el jueves** con *Pedro Páramo*.\n\n***No faltéis.***',
  },
  {
    name: 'Enlaces',
    about: 'El texto entre corchetes y, pegada, la dirección entre paréntesis. Una dirección suelta también vale.',
    source: 'Hay una [edición anotada](https://www.cervantesvirtual.com)\nen https://www.bne.es',
  },
  {
    name: 'Listas',
    about: 'Un guion por línea, o números si importa el orden. Con tres espacios delante, una lista dentro de otra.',
    source: '- Para leer\n   - *Ficciones*\n   - *Rayuela*\n- Para releer\n\n1. Leer\n2. Subrayar\n3. Discutir',
  },
  {
    name: 'Código',
    about: 'Entre acentos graves se queda tal como está escrito; varias líneas, entre dos filas de tres.',
    source: 'La signatura es `R/863.6`.\n\n```\npluma = tinta + papel\n```',
  },
  {
    name: 'Citas',
    about: 'Un signo de mayor que delante de cada línea.',
    source: '> En un lugar de la Mancha, de cuyo\n> nombre no quiero acordarme…\n>\n> — Miguel de Cervantes',
  },
  {
    name: 'Tablas',
    about: 'Barras entre las columnas y, bajo la cabecera, una fila de guiones; con dos puntos se alinean.',
    source: '| Mes | Libro | Páginas |\n|:----|:------|--------:|\n| Abril | *Niebla* | 240 |\n| Mayo | *Nada* | 304 |',
  },
  {
    name: 'Líneas horizontales',
    about: 'Tres guiones solos, con una línea en blanco antes y otra después.',
    source: 'Hasta aquí la primera parte.\n\n---\n\nLo que sigue desvela el final.',
  },
] as const

export const tips = [
  'Deja una línea en blanco entre dos párrafos: un solo salto de línea no empieza otro.',
  'Deja también una línea en blanco antes de una lista, una tabla o una cita.',
  'Para escribir un signo sin que haga nada, ponle delante una barra invertida: \\*sin cursiva\\*.',
  'El HTML no se interpreta: se ve tal como lo escribes.',
  'Para nombrar a alguien, escribe una arroba y las primeras letras de su nombre, y elígelo en la lista.',
  'Para poner una foto, pulsa «Añadir fotos», pégala o arrástrala al texto. Varias seguidas se ven juntas.',
  'La dirección de un vídeo de YouTube, sola en su línea, se convierte en el vídeo.',
]

export const reference = [
  ['# Título', 'Título'],
  ['**negrita**', 'Negrita'],
  ['*cursiva*', 'Cursiva'],
  ['~~tachado~~', 'Tachado'],
  ['[texto](https://…)', 'Enlace'],
  ['![descripción](https://…)', 'Imagen'],
  ['![descripción](file:…)', 'Foto del archivo'],
  ['- elemento', 'Lista'],
  ['1. elemento', 'Lista numerada'],
  ['- [ ] tarea', 'Lista de tareas'],
  ['`código`', 'Código'],
  ['> cita', 'Cita'],
  ['| a | b |', 'Tabla'],
  ['palabra[^1] … [^1]: nota', 'Nota al pie'],
  ['---', 'Línea horizontal'],
] as const
