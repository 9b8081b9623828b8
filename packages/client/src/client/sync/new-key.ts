/** A key that is different for every write, in every tab. */
export const newKey = () => `${Date.now()}${Math.random()}`
