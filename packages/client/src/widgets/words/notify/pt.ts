/** The texts of the alert element in Portuguese. */
export const words = {
  address: 'Endereço de e-mail',
  coming: 'Em {0}: avise-me',
  comingSoon: 'Em breve: avise-me',
  email: 'E-mail',
  how: 'Como?',
  leave: 'Deixe estar',
  news: 'Quero também novidades e ofertas',
  phone: 'Telemóvel',
  place: 'O seu lugar na fila: {0}.',
  sms: 'SMS',
  thanks: 'Obrigado. Vamos avisar.',
  wrong: 'Verifique este endereço.',
}
