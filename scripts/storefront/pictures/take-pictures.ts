/** Pictures of everything that shoppers see: on a desktop and a phone, light and dark. */
import type { Chromium } from '../../../test/browser/chromium.ts'
import { openDemoServer } from '../demo-server.ts'
import { takeDrawer, takeGrid, takeListPage, takeLists } from './browse.ts'
import { takeMails } from './mails.ts'
import { takeConfirming, takeMyAlerts, takeNotify, takeOtherAlerts } from './notify.ts'
import { takeSharing } from './sharing.ts'
import { type Report, startWalk } from './walk.ts'

const parts = [
  ...[takeGrid, takeDrawer, takeListPage, takeLists],
  ...[takeNotify, takeOtherAlerts, takeConfirming, takeMyAlerts, takeSharing, takeMails],
]

/** In one window. A part that fails is reported, and the next one starts; each needs what the parts before it saved. */
export async function takePictures(browser: Chromium, root: string, folder: string, way: string): Promise<Report> {
  const report: Report = { pictures: 0, issues: [] }
  // one for each window, because a restock changes what the others would see
  const server = await openDemoServer(root)
  const walk = await startWalk(browser, server, { folder, way, report })
  for (const part of parts)
    await part(walk).catch(({ message }: Error) => report.issues.push(`${part.name}-${way}: ${message}`))
  await walk.close()
  await server.close()
  return report
}
