/**
 * The HTML frame of every mail: one column of tables, because Outlook for Windows lays out nothing else, which also fits a phone;
 * inline styles, because many mail programs read nothing else; style blocks for dark screens. Its parts are Liquid; it needs
 * `store` (`brand.ts`), `subject`, `direction` and `language`.
 */

type MailFrame = {
  /** The text that an inbox shows after the subject. */
  preheader: string
  heading: string
  body: string
  button: { url: string; label: string }
  /** Why the reader gets the mail, and how to get no more. */
  footer: string
}

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"

/** Selector, property, value on dark screens. */
const darkRules = [
  ['.page', 'background-color', '#121614'],
  ['.card', 'background-color', '#1c2220'],
  ['.card', 'border-color', '#2f3734'],
  ['.bar', 'background-color', '{{ store.dark_color }}'],
  ['.button', 'background-color', '{{ store.dark_color }}'],
  ['.button a', 'color', '{{ store.on_dark_color }}'],
  ['.note', 'background-color', '{{ store.dark_tint }}'],
  ['.ink,.note', 'color', '#f2f4f2'],
  ['.soft', 'color', '#a7b0ab'],
  ['.line', 'border-color', '#2f3734'],
  // A dark logo on a transparent background could not be seen.
  ['.logo', 'background-color', '#ffffff'],
  ['.logo', 'padding', '8px 12px'],
] as const

const rule = (selector: string, property: string, value: string) => `${selector}{${property}:${value}!important}`

const dark = darkRules.map(([selector, property, value]) => rule(selector, property, value)).join('\n')

/** Outlook on the web and on phones marks what it has recoloured, instead of the media query. */
const outlookDark = darkRules
  .filter(([, property]) => property !== 'padding')
  .map(([selectors, property, value]) => {
    const mark = property === 'color' ? '[data-ogsc]' : '[data-ogsb]'
    const marked = selectors.split(',').map((selector) => `${mark} ${selector}`)
    return rule(marked.join(','), property, value)
  })
  .join('\n')

/** In a block of its own: Gmail drops a whole block with a selector that it does not know. */
const styles = `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
${dark}
}
@media (max-width:599px){
.outer{padding:0!important}
.head{padding:20px!important}
.card{border-radius:0!important;border-left-width:0!important;border-right-width:0!important}
.inside{padding:28px 20px!important}
.foot{padding:20px 20px 32px!important}
.buttons{width:100%!important}
.button a{display:block!important}
}
</style>
<style>
${outlookDark}
</style>
<!--[if mso]><style>body,table,td,p,a,h1{font-family:'Segoe UI',Arial,sans-serif!important}</style><![endif]-->`

/** Keeps an inbox from showing the begin of the mail after the preheader. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const logo = `{% if store.logo != '' %}<img class="logo" src="{{ store.logo }}" alt="{{ store.name }}" height="36" style="display:inline-block;height:36px;width:auto;max-width:220px;border:0;border-radius:8px">{% else %}<span style="font-size:18px;font-weight:700;letter-spacing:-0.01em"><bdi>{{ store.name }}</bdi></span>{% endif %}`

const head = `<p class="ink" style="margin:0;color:#161b19">{% if store.url != '' %}<a href="{{ store.url }}" class="ink" style="color:#161b19;text-decoration:none">${logo}</a>{% else %}${logo}{% endif %}</p>`

const buttonOf = ({ url, label }: MailFrame['button']) => `<table ${table} class="buttons" style="margin:28px 0 0"><tr>
<td class="button" align="center" bgcolor="{{ store.color }}" style="background-color:{{ store.color }};border-radius:10px;mso-padding-alt:14px 32px"><a href="${url}" style="display:inline-block;padding:14px 32px;color:{{ store.on_color }};font-size:16px;line-height:20px;font-weight:650;text-decoration:none;border-radius:10px">${label}</a></td>
</tr></table>`

export const mailFrame = ({ preheader, heading, body, button, footer }: MailFrame) => `<!doctype html>
<html lang="{{ language }}" dir="{{ direction }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<title>{{ subject }}</title>
${styles}
</head>
<body class="page" style="margin:0;padding:0;background-color:#f4f5f3;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all">${preheader}${filler}</div>
<div role="article" aria-roledescription="email" aria-label="{{ subject }}" lang="{{ language }}" dir="{{ direction }}">
<table ${table} class="page" width="100%" bgcolor="#f4f5f3" style="background-color:#f4f5f3;font:16px/1.55 ${font}"><tr>
<td class="outer" align="center" style="padding:24px 12px 40px">
<!--[if mso]><table ${table} width="560" align="center"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width:560px;margin:0 auto;text-align:start;font:16px/1.55 ${font}">
<tr><td class="head" style="padding:8px 8px 20px">
${head}
</td></tr>
<tr><td class="card ink" bgcolor="#ffffff" style="background-color:#ffffff;border:1px solid #e3e7e4;border-radius:14px;color:#161b19;overflow:hidden">
<table ${table} width="100%"><tr><td class="bar" height="4" bgcolor="{{ store.color }}" style="height:4px;line-height:4px;font-size:1px;background-color:{{ store.color }}">&nbsp;</td></tr>
<tr><td class="inside" style="padding:36px 36px 40px">
<h1 class="ink" style="margin:0 0 10px;font-size:28px;line-height:1.2;letter-spacing:-0.015em;font-weight:700;color:#161b19">${heading}</h1>
${body}${buttonOf(button)}
</td></tr></table>
</td></tr>
<tr><td class="foot soft" style="padding:20px 36px;color:#5c6661;font-size:13px;line-height:1.6">
${footer}
{% if store.postal_address != '' %}<p style="margin:12px 0 0"><bdi>{{ store.name }}</bdi> · <bdi>{{ store.postal_address }}</bdi></p>
{% endif %}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td>
</tr></table>
</div>
</body>
</html>
`
