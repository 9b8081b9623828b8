/** The texts of the alert element in Dutch. */
export const words = {
  address: 'E-mailadres',
  coming: 'Vanaf {0}: mail mij',
  comingSoon: 'Binnenkort: mail mij',
  email: 'E-mail',
  how: 'Hoe?',
  leave: 'Laat maar',
  news: 'Stuur me ook nieuws en aanbiedingen',
  phone: 'Mobiel nummer',
  place: 'Je plek in de rij: {0}.',
  sms: 'Sms',
  thanks: 'Bedankt. We laten het weten.',
  wrong: 'Controleer dit adres.',
}
