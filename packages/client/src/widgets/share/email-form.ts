/** The form of the share panel that sends a list by e-mail. */
import { emailList } from '../../client/manage-lists.ts'
import type { List } from '../../client/records.ts'
import type { Problem } from '../../client/sync/call-api.ts'
import { heartbell } from '../kit.ts'
import { problemText } from '../lists/problem-text.ts'
import { h } from '../shared/element.ts'
import { language } from '../shared/row.ts'
import { t } from '../shared/texts.ts'

/** The service accepts a note of this length. */
const MOST = 2000

const field = (id: string, label: string, input: HTMLElement) => [
  h('label', { for: id }, label),
  input,
  h('p', { id: `${id}-wrong`, class: 'wrong', role: 'alert' }),
]

/** The field that the service refused, and the reason in words. */
function explain(problem: Problem): [field: string, reason: string] {
  const { status, type } = problem
  if (status === 429) return ['note', t('tooMany', 'Too many e-mails for now. Please try again later.')]
  if (/toemail/.test(type)) return ['to', t('checkTo', 'Please check this address.')]
  if (/fromname|note/.test(type))
    return [/note/.test(type) ? 'note' : 'from', t('noLinks', 'Please write this without links.')]
  return ['note', problemText(problem)]
}

/** `sent` is called after each mail. */
export function emailForm(list: List, sent: () => void): HTMLFormElement {
  const described = (id: string) => ({ id, required: id !== 'note', 'aria-describedby': `${id}-wrong` })
  const to = h('input', { ...described('to'), type: 'email', autocomplete: 'off', maxlength: 254 })
  const from = h('input', { ...described('from'), autocomplete: 'name', maxlength: 50 })
  const note = h('textarea', { ...described('note'), rows: 3, maxlength: MOST })
  const said = h('p', { role: 'status' })
  const count = h('span', { class: 'soft', 'aria-hidden': 'true' })
  const send = h('button', { class: 'main' }, t('send', 'Send'))
  const showCount = () => {
    count.textContent = `${note.value.length} / ${MOST}`
  }
  note.oninput = showCount
  showCount()
  const submit = async (event: Event) => {
    event.preventDefault()
    if (send.ariaDisabled) return
    for (const old of form.querySelectorAll('p')) old.textContent = ''
    // a disabled button loses the focus, which would leave the panel
    send.ariaDisabled = 'true'
    try {
      await emailList(heartbell, list.listId, {
        to: to.value.trim(),
        from: from.value.trim(),
        note: note.value,
        locale: language(),
      })
      // the answer is the same for an address that refuses such mails: nobody learns who does
      said.textContent = t('sent', 'We send it to {0}, unless this person wants no such e-mails.', to.value.trim())
      to.value = ''
      sent()
    } catch (problem) {
      const [id, reason] = explain(problem as Problem)
      form.querySelector(`#${id}-wrong`)!.textContent = reason
      form.querySelector<HTMLElement>(`#${id}`)!.focus()
    }
    send.ariaDisabled = null
  }
  const form = h(
    'form',
    { onsubmit: submit },
    ...field('to', t('to', 'Their e-mail address'), to),
    ...field('from', t('yourName', 'Your name'), from),
    ...field('note', t('message', 'Message (optional)'), note),
    h('div', { class: 'send' }, count, send),
    said,
  )
  return form
}
