/** The texts of the alert element in Italian. */
export const words = {
  address: 'Indirizzo e-mail',
  coming: 'Dal {0}: avvisami',
  comingSoon: 'In arrivo: avvisami',
  email: 'E-mail',
  how: 'Come?',
  leave: 'Lascia stare',
  news: 'Inviami anche novità e offerte',
  phone: 'Numero di cellulare',
  place: 'Il tuo posto in fila: {0}.',
  sms: 'SMS',
  thanks: 'Grazie. Ti avviseremo.',
  wrong: 'Controlla l’indirizzo.',
}
