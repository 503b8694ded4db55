import { readMetadata } from '../form/metadata.ts';
import { createBulkSession } from './bulk-session.ts';
import { openDraftDatabase } from './draft-database.ts';
import { createDraftDesk, type DraftDesk } from './draft-desk.ts';
import { browserRunPorts } from './run-upload.ts';
import { openTabLock } from './tab-lock.ts';

let current: { userId: string; desk: DraftDesk } | null = null;

/** Where the person who is signed in finds the drafts; another person has other ones. */
export function deskOfUser(userId: string): DraftDesk {
  if (current?.userId === userId) return current.desk;
  const database = openDraftDatabase(userId);
  const now = () => Date.now();
  const begin = () =>
    createBulkSession({ database, readFacts: readMetadata, run: browserRunPorts, now });
  const desk = createDraftDesk(openTabLock(`veldlicht-drafts-${userId}`), begin);
  current = { userId, desk };
  return desk;
}
