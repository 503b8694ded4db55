/** Builds the services' dependencies from the configuration and an open database. */
import path from 'node:path';
import { openConnection } from '@veldlicht/database/connection';
import type { Database } from '@veldlicht/database/open';
import { openStorage } from '@veldlicht/database/storage/storage';
import { watchDatabase } from '@veldlicht/database/watch';
import { passwords } from '#auth/password.ts';
import { type Deps, defaultLimits } from '#http/app-env.ts';
import { readSecret } from '#secrets/secret-file.ts';
import { readTwoFactorKey } from '#two-factor/secrets.ts';
import { createVisitCounter } from '#visits/visit-counter.ts';

type Surroundings = Pick<Deps, 'environment' | 'folder' | 'log' | 'closing'>;

/** Connections opened here close with the process. */
export function openDeps(db: Database, surroundings: Surroundings): Deps {
  const { environment, folder, log } = surroundings;
  // `data_version` changes only for commits of other connections, so this process watches through its own one.
  const watcher = openConnection(folder.database, { readonly: true });
  process.once('exit', () => watcher.close());
  return {
    ...surroundings,
    db,
    storage: openStorage(environment.storage, folder),
    secrets: {
      uploads: readSecret(folder.secrets, 'upload-signing'),
      twoFactor: readTwoFactorKey(db, folder.secrets),
      mail: readSecret(folder.secrets, 'mail'),
    },
    now: Date.now,
    watch: (everyMs, onChange) => watchDatabase(watcher, everyMs, onChange),
    passwords,
    visits: createVisitCounter({ db, environment, log, now: Date.now }),
    adminDist: path.join(import.meta.dirname, '../../admin-ui/dist'),
    limits: { ...defaultLimits, minFreeBytes: environment.minFreeBytes },
  };
}
