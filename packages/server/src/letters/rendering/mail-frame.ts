/**
 * The HTML frame of every mail: one column, which fits a phone; inline styles, because many mail programs read nothing else; a
 * style block for dark screens. Its parts are Liquid; it needs `store`, `direction` and `language`.
 */

type MailFrame = {
  /** The text that an inbox shows after the subject. */
  preheader: string
  heading: string
  body: string
  button: { url: string; label: string }
  footer: string
}

const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#161b19!important}
.card{background:#1f2522!important;border-color:#2b322f!important}
.card,.ink{color:#f7f8f7!important}
.soft{color:#a7b0ab!important}
.note{background:#08452b!important;color:#dcf2e5!important}
}
@media (max-width:560px){.page{padding:0!important}.card{border-radius:0!important;border-width:0!important;padding:24px 20px!important}.foot{padding:20px!important}}`

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif"

export const mailFrame = ({ preheader, heading, body, button, footer }: MailFrame) => `<!doctype html>
<html lang="{{ language }}" dir="{{ direction }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<title>{{ subject }}</title>
<style>
${dark}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f7f8f7;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${preheader}</div>
<div class="page" role="article" aria-label="{{ subject }}" lang="{{ language }}" dir="{{ direction }}" style="padding:32px 12px;background:#f7f8f7;font:16px/1.55 ${font}">
<div class="card" style="max-width:504px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e0e4e1;border-radius:12px;color:#161b19">
<p style="margin:0 0 24px;font-size:15px;font-weight:600">{% if store.logo != '' %}<img src="{{ store.logo }}" alt="{{ store.name }}" height="32" style="display:block;height:32px;width:auto;max-width:200px;border:0">{% else %}{{ store.name }}{% endif %}</p>
<h1 style="margin:0 0 8px;font-size:28px;line-height:1.2;letter-spacing:-0.01em;font-weight:650">${heading}</h1>
${body}<p style="margin:24px 0 0"><a href="${button.url}" style="display:inline-block;padding:14px 28px;background:{{ store.color }};color:{{ store.on_color }};border-radius:8px;font-weight:600;text-decoration:none">${button.label}</a></p>
</div>
<div class="foot soft" style="max-width:504px;margin:0 auto;padding:20px 32px;color:#5c6661;font-size:13px;line-height:1.6">
${footer}
</div>
</div>
</body>
</html>
`
