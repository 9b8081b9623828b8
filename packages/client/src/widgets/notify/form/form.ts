/** The form of the alert element: checks what was typed in, waits while it is sent, and says what is wrong. */
import { money } from '../../shared/row.ts'
import { t } from '../../shared/texts.ts'
import { type Offer, priceDrop, type Refused } from '../offers.ts'
import { wrongAddress } from './complaints.ts'
import { drawFields, type FieldSetting } from './fields.ts'
import { readPrice } from './read-price.ts'

export type FormAnswer = {
  offer: Offer
  address: string
  medium: string
  targetPrice: number | undefined
  mailingList: boolean
  /** The sentence that the shopper saw. */
  consent: string
}

export type FormSetting = FieldSetting & {
  send(answer: FormAnswer): Promise<Refused | undefined>
}

export function drawForm(setting: FormSetting): HTMLFormElement {
  const { offers, price, known, send } = setting
  const { form, address, target, label, priceField, trap, wrong, go, consent } = drawFields(setting)
  const given = () => Object.fromEntries(new FormData(form)) as Record<string, string>
  const chosen = () => offers[Number(given().what ?? 0)]!
  let wasPhone: boolean | undefined

  const update = () => {
    const { medium = 'email', news } = given()
    const isPhone = medium !== 'email'
    if (wasPhone === undefined ? !address.value : isPhone !== wasPhone) address.value = isPhone ? '' : known
    wasPhone = isPhone
    address.type = address.autocomplete = isPhone ? 'tel' : 'email'
    label.textContent = isPhone ? t('phone', 'Mobile number') : t('address', 'E-mail address')
    priceField.hidden = chosen().topic !== priceDrop
    const use = news
      ? t('useBoth', 'We’ll write to you about this alert and with news. You can stop both at any time.')
      : t('use', 'We’ll write to you only about this alert. You can stop it at any time.')
    // WhatsApp allows messages only to who agreed to WhatsApp
    consent.textContent =
      medium === 'whatsapp' ? `${use} ${t('byWhatsapp', 'By WhatsApp; reply STOP to end it.')}` : use
  }

  const forgive = () => {
    wrong.textContent = ''
    address.ariaInvalid = target.ariaInvalid = null
  }

  /** Below the field that it is about. */
  const complain = (text: string, field = address) => {
    field.parentElement!.after(wrong)
    wrong.textContent = text
    field.ariaInvalid = 'true'
    field.focus()
  }

  /** The target price; a text if what was typed in is none, or not below the price now. */
  const readTarget = (): number | string | undefined => {
    if (priceField.hidden || !target.value.trim()) return undefined
    const read = readPrice(target.value)
    if (!read) return t('wrongPrice', 'Please check this price.')
    return price === undefined || read < price
      ? read
      : t('lower', 'It costs {0} now. Please choose a lower price.', money(price))
  }

  const submit = async () => {
    forgive()
    const targetPrice = readTarget()
    if (typeof targetPrice === 'string') return complain(targetPrice, target)
    if (!address.value || !address.checkValidity()) return complain(wrongAddress(given().medium))
    if (trap.value) {
      // filled in by a program, or by a browser for a person: a person presses again, and nothing is dropped
      trap.value = ''
      wrong.textContent = t('again', 'Please press the button once more.')
      return go.focus()
    }
    const text = go.textContent
    form.ariaBusy = 'true'
    go.textContent = t('busy', 'Sending …')
    const { medium = 'email', news } = given()
    const refused = await send({
      ...{ offer: chosen(), address: address.value, medium, targetPrice, mailingList: !!news },
      consent: consent.textContent!,
    })
    if (refused === undefined) return
    form.ariaBusy = null
    go.textContent = text
    if (refused.isAddress) return complain(refused.text)
    wrong.textContent = refused.text
    go.focus()
  }

  form.onchange = update
  form.oninput = forgive
  form.onsubmit = (event) => {
    event.preventDefault()
    if (!form.ariaBusy) submit()
  }
  update()
  return form
}
