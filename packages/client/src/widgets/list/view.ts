/** One list in the drawer or on the list page: which list and items are shown, and what is drawn again after a change. */
import { wishlist } from '../../client/names.ts'
import type { List } from '../../client/records.ts'
import { heartbell } from '../kit.ts'
import { h } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import { showToast } from '../shared/toast.ts'
import { addStyle } from './add-style.ts'
import type { Outcome, View } from './context.ts'
import { drawIf } from './draw.ts'
import { filesNow, use } from './files.ts'
import { NEWS, type StockMemory, type Wish } from './item-facts.ts'
import { Rows } from './shown-rows.ts'

/** The number of items from which a list has search, sort and filter. */
const LONG = 12

export class ListView implements View {
  readonly #rows: Rows = new Rows(this)
  readonly rows: HTMLElement = this.#rows.list
  readonly head = h('div', { class: 'bar' })
  readonly form = h('div')
  readonly tools = h('div')
  readonly #chips = h('div', { class: 'chips', role: 'group' })
  readonly #empty = h('div')
  readonly #foot = h('div', { class: 'end' })
  readonly #live = h('p', { role: 'status', class: 'hide' })
  readonly body: HTMLElement = h(
    'div',
    {},
    this.#chips,
    this.form,
    this.tools,
    this.rows,
    this.#empty,
    this.#foot,
    this.#live,
  )

  declare shared: View['shared']
  opened = ''
  declare panel: HTMLElement | undefined
  declare order: string[] | undefined
  declare arrange: View['arrange']
  summary = ''
  declare undoAll: View['undoAll']
  readonly busy = new Set<string>()
  readonly outcomes = new Map<string, Outcome>()
  #chosen = ''
  #stock: StockMemory = {}

  readonly place: View['place']
  readonly options: View['options']

  constructor(place: View['place'], options: View['options']) {
    this.place = place
    this.options = options
  }

  get lists(): List[] {
    return heartbell.seen().filter(({ type }) => type === wishlist)
  }

  get list(): List | undefined {
    const { lists } = this
    const find = (id: unknown) => lists.find(({ listId }) => listId === id)
    return this.shared ?? find(this.#chosen) ?? find(heartbell.localData.read('chosen')) ?? lists[0]
  }

  get items(): Wish[] {
    const items = filesNow().frame!.itemsOf(this)
    return this.arrange?.(items) ?? items
  }

  get #modes(): Record<string, boolean> {
    return heartbell.localData.read('cards') ?? {}
  }

  get isCards(): boolean {
    return this.#modes[this.place] ?? !!this.options.isCards
  }

  get canOrder(): boolean {
    return !this.shared && !this.arrange && this.list!.items.length > 1
  }

  isBack({ variantId, backAt }: Wish): boolean {
    return (backAt ?? this.#stock[variantId] ?? 0) > Date.now() - NEWS
  }

  show(): void {
    const { frame, rows } = filesNow()
    if (!frame || !rows) return
    addStyle(this, frame.style)
    addStyle(this, rows.style)
    const { list, lists, shared, isCards } = this
    const saved = list?.items.length ?? 0
    this.#stock = frame.rememberStock(lists)
    // texts, the cart and the account may be known later than the list
    const page = [t('empty', ''), heartbell.currency, !!heartbell.cart, heartbell.isSignedIn(), list?.listId]
    this.body.className = `list ${isCards ? 'cards' : 'rows'}`
    drawIf(this.head, [page, isCards, list?.name, list?.count, list?.isPublic, lists.length], () =>
      frame.drawHead(this),
    )
    this.#chips.hidden = !!shared || lists.length < 2
    this.#chips.ariaLabel = t('choose', 'Choose a list')
    drawIf(this.#chips, [page, lists.map(({ name, count, isPublic }) => [name, count, isPublic])], () =>
      frame.drawChips(this),
    )
    const isLong = saved >= LONG || !!this.arrange
    this.tools.className = isLong ? 'tools' : ''
    drawIf(this.tools, [page, isLong], () => {
      if (isLong) use('tools').then((tools) => tools.drawTools(this))
      return []
    })
    this.rows.ariaLabel = list?.name ?? ''
    this.#rows.show(page)
    const isEmpty = !this.rows.firstChild
    drawIf(this.#empty, [page, isEmpty, saved], () => (isEmpty ? frame.drawEmpty(this) : []))
    drawIf(this.#foot, [page, list?.items, this.summary], () => frame.drawFoot(this))
  }

  takeOut(item: Wish): () => void {
    return heartbell.remove(item, { listId: this.list!.listId, undoable: true })
  }

  remove(item: Wish): void {
    this.leave(item, t('removedIt', '{0} removed', item.title), () => this.takeOut(item))
  }

  leave(item: Wish, text: string, act: () => () => void, isUp = false): () => void {
    return this.#rows.leave(item, text, act, isUp)
  }

  setOutcome(item: Wish, outcome?: Outcome): void {
    const id = `${item.variantId}`
    if (outcome) this.outcomes.set(id, outcome)
    else this.outcomes.delete(id)
    this.show()
    if (outcome) this.say(outcome.text)
  }

  choose = (listId: string): void => {
    this.#chosen = listId
    this.reset()
    this.show()
  }

  reset(): void {
    this.arrange = this.order = this.undoAll = undefined
    this.opened = this.summary = ''
    this.outcomes.clear()
  }

  turn(): void {
    const settle = filesNow().frame!.watchMoves(this.rows)
    heartbell.localData.write('cards', { ...this.#modes, [this.place]: !this.isCards })
    this.show()
    settle()
  }

  async edit(item: Wish): Promise<void> {
    const id = `${item.variantId}`
    const isOpen = this.opened === id
    if (!isOpen) this.panel = (await use('edit')).drawPanel(this, item)
    this.opened = isOpen ? '' : id
    this.show()
    this.focus(`e${id}`)
  }

  say(text: string): void {
    this.#live.textContent = text
  }

  toast(text: string, action?: string, act?: () => void): void {
    showToast(text, action, act, this.body.closest('dialog') ?? undefined)
  }

  focus(...keys: string[]): void {
    const root = this.body.getRootNode() as ShadowRoot
    const controls = keys.map((key) => root.querySelector<HTMLElement>(`[data-k="${CSS.escape(key)}"]`))
    controls.find(Boolean)?.focus({ preventScroll: true })
  }
}
