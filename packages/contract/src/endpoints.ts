/** Every endpoint of the API by its name: what the doors must answer and the documentation tells. */
import { registerGuest, syncShopper } from './browser-identity.ts'
import { deleteProducts, fetchProducts, recordFeed, recordProducts, recordStock } from './catalog.ts'
import {
  addToWishlist,
  askWishlist,
  fetchWishlist,
  readWishlist,
  removeFromWishlist,
  subscribeInStock,
} from './default-list.ts'
import type { Endpoint } from './endpoint.ts'
import { fetchFeatures } from './features.ts'
import { endSessions, generateRegid, syncGuest, undoMerge, whoAmI } from './identity.ts'
import { deleteIntegration, fetchIntegrations, saveIntegration, testIntegration } from './integrations.ts'
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
import { recordOrder } from './orders.ts'
import { fetchAlertReport, fetchDemand } from './reports.ts'
import { addSaved, createSaved, fetchSaved, moveSaved, removeSaved, updateSaved } from './saved.ts'
import { fetchRecentlyViewed, fetchSavedCart, recordSeen } from './seen.ts'
import { emailList, markArchived, markPrivate, markPublic, markUnarchived, reportShare } from './sharing.ts'
import { fetchSubscriptions, removeSubscriptions, subscribeShopper } from './shopper-subscriptions.ts'
import { askSocialCount, askSocialCounts, socialCount, socialCounts } from './social.ts'
import { browseSubscriptions, fetchTimeline } from './store-subscriptions.ts'
import { subscribe } from './subscriptions.ts'
import {
  fetchTemplates,
  fetchTemplateVersions,
  previewTemplate,
  restoreTemplate,
  saveTemplate,
  testTemplate,
} from './templates.ts'
import { fetchTopics, saveTopics, triggerTopic } from './topics.ts'
import {
  deleteWebhook,
  fetchWebhookDeliveries,
  fetchWebhooks,
  replayWebhook,
  rotateWebhook,
  saveWebhook,
  testWebhook,
} from './webhooks.ts'

export const endpoints = {
  generateRegid,
  syncGuest,
  undoMerge,
  endSessions,
  whoAmI,
  registerGuest,
  syncShopper,
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
  markPublic,
  markPrivate,
  markArchived,
  markUnarchived,
  emailList,
  reportShare,
  createSaved,
  fetchSaved,
  addSaved,
  removeSaved,
  updateSaved,
  moveSaved,
  subscribe,
  subscribeShopper,
  fetchSubscriptions,
  removeSubscriptions,
  socialCount,
  askSocialCount,
  socialCounts,
  askSocialCounts,
  recordSeen,
  fetchRecentlyViewed,
  fetchSavedCart,
  fetchFeatures,
  fetchWishlist,
  readWishlist,
  askWishlist,
  addToWishlist,
  removeFromWishlist,
  subscribeInStock,
  recordProducts,
  fetchProducts,
  deleteProducts,
  recordStock,
  recordFeed,
  fetchTopics,
  saveTopics,
  triggerTopic,
  recordOrder,
  browseSubscriptions,
  fetchTimeline,
  fetchDemand,
  fetchAlertReport,
  fetchTemplates,
  saveTemplate,
  fetchTemplateVersions,
  restoreTemplate,
  previewTemplate,
  testTemplate,
  fetchIntegrations,
  saveIntegration,
  deleteIntegration,
  testIntegration,
  fetchWebhooks,
  saveWebhook,
  deleteWebhook,
  rotateWebhook,
  fetchWebhookDeliveries,
  replayWebhook,
  testWebhook,
}

export type EndpointName = keyof typeof endpoints

/** The same as pairs, in the order the documentation tells them. */
export const allEndpoints = Object.entries(endpoints) as unknown as [name: EndpointName, endpoint: Endpoint][]
