/** The demo store's own script: loads Heartbell, then the shop and the guide. */
const tag = document.querySelector('script[data-store]')
await import(tag.src)
const { startShop } = await import('./shop.js')
const { startGuide } = await import('./guide.js')
startShop()
startGuide()
