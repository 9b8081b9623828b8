/** What the parts of a list know of the view that shows them, and what its files on demand offer. Only types. */
import type { SharedList } from '../../client/manage-lists.ts'
import type { List } from '../../client/records.ts'
import type { Problem } from '../../client/sync/call-api.ts'
import type { StockMemory, Wish } from './item-facts.ts'

/** What happened to an item in the bag; `act` is a button beside the text. */
export type Outcome = { isIn: boolean; text: string; act?: HTMLElement }

export type View = {
  readonly place: 'drawer' | 'page'
  /** `isCards`: until the shopper chooses. `home`: where an empty page leads; a drawer closes instead. */
  readonly options: { isCards?: boolean; home?: string | null; close?: () => void }
  readonly body: HTMLElement
  /** Holds the form for a list's name. */
  readonly form: HTMLElement
  /** Holds search, sort and filter. */
  readonly tools: HTMLElement
  /** The rows. */
  readonly rows: HTMLElement
  /** Another person's list, read-only. */
  readonly shared: SharedList | undefined
  /** The shopper's wishlists. */
  readonly lists: List[]
  readonly list: List | undefined
  /** In the order in which they are shown. */
  readonly items: Wish[]
  readonly isCards: boolean
  /** The list is in its owner's order, so that rows can be moved. */
  readonly canOrder: boolean
  /** The variant whose panel is open, and the panel. */
  opened: string
  panel: HTMLElement | undefined
  /** The order of variants while the service does not know it yet. */
  order: string[] | undefined
  /** Search, sort and filter, once they are used. */
  arrange: ((items: Wish[]) => Wish[]) | undefined
  /** Variants that are on their way to the bag. */
  readonly busy: Set<string>
  readonly outcomes: Map<string, Outcome>
  /** What *Add all to bag* did, in one sentence. */
  summary: string
  /** Takes out of the bag what *Add all to bag* put into it. */
  undoAll: (() => unknown) | undefined
  isBack(item: Wish): boolean
  show(): void
  choose(listId: string): void
  turn(): void
  /** Replaces the row by `text` with Undo. `act` does it and returns the function that undoes it. The result shows the row again. */
  leave(item: Wish, text: string, act: () => () => void, isUp?: boolean): () => void
  remove(item: Wish): void
  /** Removes it from the list; sent when the time for Undo has passed. */
  takeOut(item: Wish): () => void
  setOutcome(item: Wish, outcome?: Outcome): void
  /** For screen readers only. */
  say(text: string): void
  toast(text: string, action?: string, act?: () => void): void
  /** The control with this key, or the first of the others that exists. */
  focus(...keys: string[]): void
  /** Opens or closes the panel of an item. */
  edit(item: Wish): void
}

/** What each file of a list provides, by the name after `list-`. */
export type Files = { rows: RowFile; frame: FrameFile; bag: BagFile; edit: EditFile; tools: ToolsFile }

export type Part = Node | string | false

type RowFile = {
  drawRow(view: View, item: Wish): HTMLElement
  /** Part of what a row shows. */
  isAsked(item: Wish): boolean
  style: string
}

type FrameFile = {
  drawHead(view: View): Part[]
  drawChips(view: View): Part[]
  drawEmpty(view: View): Part[]
  /** In the place of a list that is on its way, is not shared, or could not be fetched. */
  drawInstead(root: ShadowRoot, view: View, problem: Problem | undefined, retry: () => unknown): void
  drawFoot(view: View): Part[]
  /** A list's items in its owner's order, or in an order that the service does not know yet. */
  itemsOf(view: View): Wish[]
  /** Stores what was sold out and what came back. */
  rememberStock(lists: List[]): StockMemory
  sendOff(row: HTMLElement, isUp: boolean): void
  watchMoves(list: Element, except?: Element): () => void
  style: string
}

type BagFile = { moveToBag(view: View, item: Wish): Promise<void>; addAll(view: View): Promise<void> }

type EditFile = {
  drawPanel(view: View, item: Wish): HTMLElement
  openName(view: View, list?: List, then?: (made: List) => unknown): void
  deleteList(view: View, list: List): Promise<void>
  drag(view: View, item: Wish, grip: HTMLElement, event: PointerEvent): void
  moveBy(view: View, item: Wish, step: number): void
}

type ToolsFile = { drawTools(view: View): void }
