/** Soon. */ export const shopifyCart = () => ({}) as never
