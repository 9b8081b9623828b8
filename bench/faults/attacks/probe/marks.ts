/** Words that stand in the victim's data and in nothing else: where one comes back, something leaked. */

/** In what belongs to a person or to the staff of the store. */
export const canary = 'canary-7f3a'
/** In what every visitor of the victim's shop may see, and nobody who comes from elsewhere: its name, its catalog. */
export const shopMark = 'shopmark-91c2'
