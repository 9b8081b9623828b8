/** Soon. */ export const wooCart = () => ({}) as never
