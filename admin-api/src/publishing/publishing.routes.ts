import type { PublishState } from '@veldlicht/contract/publishing';
import { Hono } from 'hono';
import { recordAudit } from '#audit/audit.repository.ts';
import { requireRole } from '#auth/guards.ts';
import { sentSecret } from '#auth/session.middleware.ts';
import { readSession } from '#auth/session.service.ts';
import type { AppEnv, Deps } from '#http/app-env.ts';
import { toPublishState } from './publish-state.ts';
import {
  askRetry,
  countWorkingFiles,
  listReleases,
  readContentState,
  readFilmProgress,
} from './publishing.repository.ts';
import { stateEvents } from './state-events.ts';

/** How soon a change shows in the header. */
const NOTICE_MS = 100;

/** How far the public site is, and another attempt (product decisions §5). */
export function publishingRoutes(deps: Deps) {
  const { db, now } = deps;
  const state = (): PublishState =>
    toPublishState(readContentState(db), countWorkingFiles(db), readFilmProgress(db));
  return new Hono<AppEnv>()
    .get('/api/publishing/state', (c) => {
      requireRole(c, 'viewer');
      return c.json(state());
    })
    .get('/api/publishing/events', (c) => {
      requireRole(c, 'viewer');
      const headers = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };
      // Hono answers HEAD by calling this: a stream that nobody reads would watch for ever.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      const secret = sentSecret(c, deps) ?? '';
      const events = stateEvents({
        read: () => JSON.stringify(state()),
        isAllowed: () => readSession(db, secret, now())?.needsSetup === false,
        watch: (onChange) => deps.watch(NOTICE_MS, onChange),
        heartbeatMs: deps.limits.heartbeatMs,
        closing: deps.closing,
      });
      return c.body(events, 200, headers);
    })
    .get('/api/publishing/releases', (c) => {
      requireRole(c, 'editor');
      return c.json(listReleases(db));
    })
    .post('/api/publishing/retry', (c) => {
      const actor = requireRole(c, 'editor');
      db.transaction((tx) => {
        askRetry(tx, now());
        const summary = 'publish again';
        recordAudit(tx, {
          at: now(),
          actor,
          action: 'retry',
          entity: 'site',
          entityId: null,
          summary,
        });
      });
      return c.json(state());
    });
}
