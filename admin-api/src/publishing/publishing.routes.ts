import type { PublishState } from '@veldlicht/contract/publishing';
import { countRows } from '@veldlicht/database/count-rows';
import { contentState, files } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { recordAudit } from '#audit/audit.repository.ts';
import { requireRole } from '#auth/route-access.ts';
import { prepareReadSession, sentSecret } from '#auth/sessions.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { stateEvents, toPublishState } from './publish-state.ts';
import {
  readContentState,
  readLatestAttempt,
  readVersionsLeft,
  readVideoProgress,
} from './publishing.repository.ts';

/** Polling interval for changes. */
const NOTICE_MS = 100;
/** Streams per session, each a connection and a watcher; one more replaces the oldest. */
export const STREAMS_PER_SESSION = 8;

/** The publish state, and a retry. */
export function publishingRoutes(deps: Deps) {
  const { db, now } = deps;
  const state = (): PublishState =>
    toPublishState(readContentState(db), {
      imagesLeft: countRows(db, files, eq(files.processing, 'working')),
      videos: readVideoProgress(db),
      versions: readVersionsLeft(db),
      latestAttempt: readLatestAttempt(db),
      isElsewhere: deps.environment.publish.mode === 'ci',
    });
  const readSession = prepareReadSession(db);
  /** Streams by session, the oldest first. */
  const streams = new Map<string, Set<AbortController>>();
  const takeStream = (session: string) => {
    const replaced = new AbortController();
    const own = streams.get(session) ?? new Set();
    streams.set(session, own.add(replaced));
    const [oldest] = own;
    if (own.size > STREAMS_PER_SESSION) oldest?.abort();
    const ended = () => {
      own.delete(replaced);
      if (own.size === 0) streams.delete(session);
    };
    return { replaced: replaced.signal, ended };
  };
  return new Hono<AppEnv>()
    .get('/api/publishing/state', (c) => {
      requireRole(c, 'viewer');
      return c.json(state());
    })
    .get('/api/publishing/events', (c) => {
      requireRole(c, 'viewer');
      const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
      // Hono runs this for HEAD too: an unread stream would watch for ever.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      const secret = sentSecret(c, deps) ?? '';
      const events = stateEvents({
        read: () => JSON.stringify(state()),
        isAllowed: () => readSession(secret, now())?.needsSetup === false,
        watch: (onChange) => deps.watch(NOTICE_MS, onChange),
        heartbeatMs: deps.limits.heartbeatMs,
        closing: deps.closing,
        ...takeStream(secret),
      });
      return c.body(events, 200, headers);
    })
    .post('/api/publishing/retry', (c) => {
      const actor = requireRole(c, 'editor');
      db.transaction((tx) => {
        tx.update(contentState).set({ retryAt: now() }).run();
        const entry = { action: 'retry', entity: 'site', entityId: null } as const;
        recordAudit(tx, { actor, now: now() }, { ...entry, summary: 'publish again' });
      });
      return c.json(state());
    });
}
