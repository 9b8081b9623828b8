/** Every endpoint of the API by its name: what the doors must answer and the documentation tells. */
import { deleteProducts, fetchProducts, recordProducts, recordStock } from './catalog.ts'
import type { Endpoint } from './endpoint.ts'
import { endSessions, generateRegid, whoAmI } from './identity.ts'
import {
  changeItems,
  changeItemsEverywhere,
  contains,
  createList,
  deleteList,
  fetchItems,
  fetchList,
  fetchLists,
  fetchListWithContents,
  fetchUserList,
  fetchUserLists,
  updateList,
} from './lists.ts'
import { subscribe } from './subscriptions.ts'

export const endpoints = {
  generateRegid,
  endSessions,
  whoAmI,
  createList,
  updateList,
  changeItems,
  changeItemsEverywhere,
  fetchLists,
  fetchUserLists,
  fetchUserList,
  fetchListWithContents,
  fetchList,
  fetchItems,
  deleteList,
  contains,
  subscribe,
  recordProducts,
  fetchProducts,
  deleteProducts,
  recordStock,
}

export type EndpointName = keyof typeof endpoints

/** The same as pairs, in the order the documentation tells them. */
export const allEndpoints = Object.entries(endpoints) as unknown as [name: EndpointName, endpoint: Endpoint][]
