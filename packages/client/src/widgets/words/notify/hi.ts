/** The texts of the alert element in Hindi. */
export const words = {
  address: 'ईमेल पता',
  coming: '{0} से: मुझे बताएँ',
  comingSoon: 'जल्द: मुझे बताएँ',
  email: 'ईमेल',
  how: 'कैसे?',
  leave: 'रहने दें',
  news: 'समाचार और ऑफ़र भी भेजें',
  phone: 'मोबाइल नंबर',
  place: 'कतार में स्थान: {0}।',
  sms: 'SMS',
  thanks: 'धन्यवाद। हम बताएँगे।',
  wrong: 'पता जाँचें।',
}
