export const texts = {
  title: 'Alejandría',
  subtitle: 'Una comunidad para compartir lo que sabemos',
  picture:
    'Grabado: desde una sala de la Biblioteca, entre dos columnas, se ven el mar y el Faro de Alejandría; delante, un papiro abierto, una lámpara y estantes llenos de rollos.',
  story: [
    'Este sitio lleva el nombre de Alejandría, y con él dos recuerdos: el de Alejandro Magno, que fundó la ciudad junto al mar, y el de la propia ciudad, célebre en todo el mundo antiguo por su gran biblioteca.',
    'A sus salas llegaban barcos cargados de rollos y gente con ganas de leerlos, copiarlos y discutirlos. Esta página quiere ser algo parecido, a nuestra medida: una comunidad virtual donde compartir información, opinión y conocimiento.',
    'Aquí puedes escribir y leer, comentar lo que otros publican, compartir una noticia, conversar un rato y guardar en el archivo lo que merece conservarse.',
  ],
  colophon: 'Una comunidad privada: las cuentas las crea quien administra.',
}
