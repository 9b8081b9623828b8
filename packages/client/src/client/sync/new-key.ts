/** A key that is different for every write, in every tab. */
// biome-ignore lint/style/useTemplate: shorter
export const newKey = () => Date.now() + '' + Math.random()
