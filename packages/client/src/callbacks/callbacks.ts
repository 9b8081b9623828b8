/** The client with callbacks: wire names in and out, errors in the shape of a failed XHR. Each call also returns a promise. */
import type { Client } from '../client/client.ts'
import { makeAlertCalls } from './alerts.ts'
import { answer, type Then } from './answer.ts'
import { openCallContext } from './call-context.ts'
import { makeCountCalls } from './counts.ts'
import { makeDefaultListCalls } from './default-list.ts'
import { getEncodedAsObject } from './encoded.ts'
import { EventTypes, JSEvents, openEvents } from './events.ts'
import { makeListCalls } from './lists.ts'
import { makeSaveForLater } from './save-for-later.ts'
import { makeSharingCalls } from './sharing.ts'

export type Callbacks = ReturnType<typeof makeCallbacks>

export function makeCallbacks(client: Client) {
  const { evtLayer, dispatch } = openEvents(client)
  const context = openCallContext(client, dispatch)
  const { calls, ...changes } = makeListCalls(context)
  return {
    evtLayer,
    dispatch,
    JSEvents,
    EventTypes,
    ...calls,
    ...makeDefaultListCalls(context, changes),
    SaveForLater: makeSaveForLater(context),
    ...makeSharingCalls(context),
    ...makeAlertCalls(context),
    ...makeCountCalls(context),
    authCheck: (ok?: Then, err?: Then) =>
      answer(
        client.isSignedIn()
          ? Promise.resolve(client.identity.who())
          : Promise.reject({ status: 401, type: 'login-required', message: 'The shopper is not signed in.' }),
        ok,
        err,
      ),
    platform: { isLoggedIn: () => client.isSignedIn() },
    utils: { getEncodedAsObject },
  }
}

/** Adds the calls to the client itself: `heartbell.fetchLists({ callbackFn })`. */
export const installCallbacks = <C extends Client>(client: C): C & Callbacks =>
  Object.assign(client, makeCallbacks(client))
