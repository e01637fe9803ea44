export const texts = {
  noCategory: 'Sin Categoría',
  unlinked: (path: string) =>
    `No se enlaza, porque un navegador podría ejecutar lo que contiene. Está en la carpeta: ${path}`,
}
