/** The PostgreSQL that comes with Heartbell: started on a data folder, owned by one process, repaired when it falls, stopped cleanly. */
import { chmod, mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { type Cluster, openCluster, readCluster, readVersion } from './embedded/cluster.ts'
import { type Launch, launchPostmaster } from './embedded/launch.ts'
import { findPostmaster, type Postmaster, stopPostmaster } from './embedded/postmaster.ts'
import { announce, refuseOtherMachine } from './embedded/record.ts'
import { findOwner, openSession, type Role, type Session } from './embedded/session.ts'

export type EmbeddedOptions = {
  data: string
  /** A server owns the folder alone; commands may share it with a server and with each other. */
  role: Role
  /** False gives speed instead of safety: for tests. */
  durable?: boolean
  onRepair?: (message: string) => void
  /** PostgreSQL is gone for good; nothing more can be served. */
  onLost?: (error: Error) => void
}

export type Embedded = { url: string; adminUrl: string; stop: () => Promise<void> }
