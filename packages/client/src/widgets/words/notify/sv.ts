/** The texts of the alert element in Swedish. */
export const words = {
  address: 'E-postadress',
  coming: '{0}: meddela mig',
  comingSoon: 'Kommer snart: meddela mig',
  email: 'E-post',
  how: 'Hur?',
  leave: 'Strunt i det',
  news: 'Skicka också nyheter och erbjudanden',
  phone: 'Mobilnummer',
  place: 'Din plats i kön: {0}.',
  sms: 'Sms',
  thanks: 'Tack. Vi hör av oss.',
  wrong: 'Kontrollera adressen.',
}
