export const texts = {
  title: 'Guía de Markdown',
  about: 'Con unos pocos signos se da forma a los textos, sin soltar el teclado.',
  source: 'Se escribe',
  result: 'Se ve',
  tips: 'Consejos',
  reference: 'Referencia rápida',
  failed: 'No se ha podido abrir la guía. Vuelve a cargar la página.',
}
