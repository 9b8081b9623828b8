/** The texts of the alert element in Arabic. */
export const words = {
  address: 'البريد الإلكتروني',
  coming: 'يتوفر {0}: أعلمني',
  comingSoon: 'قريبًا: أعلمني',
  email: 'بريد',
  how: 'كيف؟',
  leave: 'لا داعي',
  news: 'أرسلوا لي الأخبار والعروض أيضًا',
  phone: 'رقم الجوال',
  place: 'دورك في الطابور: {0}.',
  sms: 'رسالة نصية',
  thanks: 'شكرًا. سنعلمك.',
  wrong: 'تحقق من العنوان.',
}
