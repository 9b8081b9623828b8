/** The texts of the alert element in German. */
export const words = {
  address: 'E-Mail-Adresse',
  coming: 'Ab {0}: benachrichtigen',
  comingSoon: 'Bald da: benachrichtigen',
  email: 'E-Mail',
  how: 'Wie?',
  leave: 'Doch nicht',
  news: 'Auch Neuigkeiten und Angebote senden',
  phone: 'Handynummer',
  place: 'Dein Platz in der Reihe: {0}.',
  sms: 'SMS',
  thanks: 'Danke. Wir geben Bescheid.',
  wrong: 'Bitte die Adresse prüfen.',
}
