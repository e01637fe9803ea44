export const statutes = [
  '# Estatutos del Círculo de Lectura La Lámpara',
  '> Aprobados en asamblea, con veintidós sillas y veintinueve personas, en la sala del barrio del Faro.',
  '## Artículo 1. De lo que somos',
  'El Círculo La Lámpara reúne a quienes leen, a quienes quieren leer y a quienes vienen por las rosquillas. No tiene ánimo de lucro ni, según la tesorera, posibilidad alguna de tenerlo.',
  'Su casa es la sala que hay detrás de la panadería. Su lengua es el español, con las palabras que cada cual traiga de su tierra.',
  '## Artículo 2. De los fines',
  '- Leer dos libros al mes: uno largo y otro que quepa en el bolsillo.',
  '- Guardar la memoria del barrio: los cuadernos del guarda, las fotografías y lo que todavía se recuerda de viva voz.',
  '- Copiar. Los libros no mueren de un incendio; mueren de que nadie los copie.',
  '- Conversar sin dar la razón a nadie antes de tiempo.',
  '## Artículo 3. De los socios y las socias',
  'Es socia toda persona que lo pida y a quien nadie haya visto doblar la esquina de una página. La edad mínima es saber estarse quieto media hora; la máxima no se ha encontrado.',
  'Quien se muda sigue siendo del Círculo. Se le guarda la silla durante un año y el turno de palabra para siempre.',
  '## Artículo 4. De los derechos',
  '- A tomar libros en préstamo según las normas de la sala.',
  '- A no terminar un libro, diciéndolo.',
  '- A votar en la asamblea, a mano alzada y con la mano que no sostiene la taza.',
  '- A que lo que escriba siga siendo suyo, con sus errores incluidos.',
  '## Artículo 5. De los deberes',
  '- Devolver lo prestado. No hay multas. Hay vergüenza.',
  '- Avisar antes de contar el final.',
  '- Respetar los márgenes y las notas a lápiz de quienes nos precedieron.',
  '- Poner la categoría correcta a lo que se publica. Cada vez que alguien lo hace, Calímaco sonríe un poco.',
  '## Artículo 6. De la asamblea',
  'La asamblea se reúne el primer jueves de cada trimestre, a las siete. Hay cuórum cuando no quedan sillas. Los acuerdos se toman por mayoría; los que tratan de la cafetera, por unanimidad.',
  'De cada reunión se levanta acta, que se lee en la siguiente. Si el acta resulta mejor que la reunión, se felicita a quien la escribió y no se corrige.',
  '## Artículo 7. De los cargos',
  'La presidencia abre y cierra la sala. La secretaría apunta. La tesorería cuenta y suspira. La bibliotecaria tiene la última palabra sobre los radiadores.',
  'Los cargos duran un año. Se puede repetir si nadie levanta la mano, que es lo que ha ocurrido hasta ahora.',
  '## Artículo 8. Del archivo',
  'El archivo conserva lo que el Círculo hace y lo que el barrio le confía: textos, imágenes, grabaciones. Nada se borra sin preguntar a quien lo trajo. De todo hay copia en otro sitio, y de la copia sabe más de una persona.',
  'El fondo del faro no sale de la sala. Se consulta con las manos limpias y sin bebidas, por mucho que se prometa tener cuidado.',
  '## Artículo 9. De los dineros',
  'La cuota es de doce euros al año. Quien no pueda pagarla, no la paga, y no tiene que explicar nada. Las rosquillas se pagan aparte y por adelantado.',
  '## Artículo 10. De la disolución',
  'Si el Círculo llegara a disolverse, sus libros irán a la biblioteca pública, sus sillas a la parroquia y sus discusiones a donde cada cual quiera continuarlas. La lámpara se la queda quien haya sido la última persona en apagarla.',
  '## Disposición final',
  'Estos estatutos entran en vigor en cuanto alguien encuentre el sello.',
  '> Leído, corregido (dos comas) y aprobado. La sala, un jueves, a las nueve y diez de la noche.',
]

export const catalogue = `signatura,título,autoría,año,ejemplares,estado
LAM-001,La casa sin reloj,"Montiel, Adela",1974,4,en sala
LAM-002,Cuaderno I del guarda,"Salvatierra, Íñigo (transcripción)",1931,1,fondo del faro
LAM-003,Tratado de los vientos,Anónimo,1802,1,"en sala, sin terminar"
LAM-004,Cartas desde la Punta,"Ferrer Llobet, Josefina",1958,3,prestado
LAM-005,El naufragio del «Alción»,"Ruano, Isidro",1966,4,"en sala; hay audiolibro"
LAM-006,Poemas del rompeolas,"Quiñones, Águeda",1989,2,prestado
LAM-007,Manual de la olla a presión,"Varias manos",1962,1,en sala
LAM-008,Palabras que viajaron,"Ñíguez, Damián",2003,2,en sala
LAM-009,La medida de la Tierra contada a mi nieta,"Cañizares, Benito",2019,12,en sala
LAM-010,Un palo y una sombra,"Ortiz, Nuria",2021,3,prestado
LAM-011,El corazón de las lámparas,"Peñalver, Óscar",1995,1,en restauración
LAM-012,Índice de índices,"Calímaco (atribuido)",,0,perdido
`

export const programme = `PROGRAMA DE LECTURAS
Círculo La Lámpara, barrio del Faro
-----------------------------------

OTOÑO

  1.ª sesión   Cartas desde la Punta
               Presenta Carmen. Traed un sobre.
  2.ª sesión   El naufragio del «Alción»
               Presenta Tomás. Sin voz de capitán.
  3.ª sesión   Poemas del rompeolas
               Presenta Zoé, en la azotea si no sopla levante.

INVIERNO

  4.ª sesión   Un libro que nadie haya leído y todos digan que sí
               Presenta quien se atreva.
  5.ª sesión   Tratado de los vientos, capítulos 3 a 5
               Segunda oportunidad. No habrá una tercera.

PRIMAVERA

  6.ª sesión   Cuaderno II del guarda
               Íñigo promete que esta vez se entiende la letra.
  7.ª sesión   Noche de lectura en voz alta
               Hasta que se apague la lámpara.

Los jueves a las siete. ¿No has terminado el libro? Ven igual: siempre hay
alguien que tampoco y que lo disimula peor.
`
