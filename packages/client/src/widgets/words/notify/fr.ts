/** The texts of the alert element in French. */
export const words = {
  address: 'Adresse e-mail',
  coming: 'Le {0} : me prévenir',
  comingSoon: 'Bientôt : me prévenir',
  email: 'E-mail',
  how: 'Comment ?',
  leave: 'Non merci',
  news: 'Recevoir aussi actualités et offres',
  phone: 'Numéro de mobile',
  place: 'Votre place dans la file : {0}.',
  sms: 'SMS',
  thanks: 'Merci. Nous vous préviendrons.',
  wrong: 'Vérifiez cette adresse.',
}
