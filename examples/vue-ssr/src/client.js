/** Hydrates the page that the server sent; then the plugin starts Heartbell. */
import '@heartbell/client/heartbell.css'
import { createApp } from './app.js'

createApp(JSON.parse(document.getElementById('heartbell-settings').textContent), location.pathname).mount('#app')
