/** The texts of the alert element in Spanish. */
export const words = {
  address: 'Correo electrónico',
  coming: 'El {0}: avísame',
  comingSoon: 'Próximamente: avísame',
  email: 'Correo',
  how: '¿Cómo?',
  leave: 'Da igual',
  news: 'Quiero también novedades y ofertas',
  phone: 'Número de móvil',
  place: 'Tu lugar en la cola: {0}.',
  sms: 'SMS',
  thanks: 'Gracias. Te avisaremos.',
  wrong: 'Revisa esta dirección.',
}
