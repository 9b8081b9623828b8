/** The texts of the alert element in Japanese. */
export const words = {
  address: 'メールアドレス',
  coming: '{0}発売：知らせて',
  comingSoon: '近日発売：知らせて',
  email: 'メール',
  how: '方法',
  leave: 'やめる',
  news: '新着やセールの情報も受け取る',
  phone: '携帯番号',
  place: '順番：{0}番目',
  sms: 'SMS',
  thanks: 'ありがとうございます。お知らせします。',
  wrong: 'アドレスをご確認ください。',
}
