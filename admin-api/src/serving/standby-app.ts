/**
 * All that is served while the database can't be used: the public site as it stands, and the reason at
 * /admin. No part of it opens the database (fault F8, decision 030).
 */
import type { DataFolder } from '@veldlicht/database/data-folder';
import { Hono } from 'hono';
import type { AppContext, AppEnv } from '#http/app-env.ts';
import { securityHeadersMiddleware } from '#http/security-headers.ts';
import { publishedFile } from './media-files.routes.ts';
import { siteRoutes } from './site.routes.ts';
import { languageOf, STANDBY_POLICY, type StandbyFacts, standbyPage } from './standby-page.ts';

/** When it is worth looking again, in seconds. */
const RETRY_AFTER = '60';
const CLOSED = 'The server can’t take this now. Try again later.';
const NOT_SENT = 'Je bericht kan nu niet worden verzonden. Probeer het later opnieuw.';

interface Options {
  folder: Pick<DataFolder, 'releases' | 'publicMedia'>;
  publicOrigin: string;
  facts: StandbyFacts;
}

function closedPage(c: AppContext, facts: StandbyFacts): Response | Promise<Response> {
  return c.html(standbyPage(facts, languageOf(c.req.header('accept-language'))), 503, {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': STANDBY_POLICY,
    'Referrer-Policy': 'no-referrer',
    'Retry-After': RETRY_AFTER,
    Vary: 'Accept-Language',
    'X-Content-Type-Options': 'nosniff',
    'X-Robots-Tag': 'noindex',
  });
}

function refuseCall(c: AppContext): Response {
  const headers = { 'Retry-After': RETRY_AFTER };
  // The form of a visitor without script shows what it gets.
  if (c.req.path === '/api/contact' && c.req.header('accept')?.includes('text/html'))
    return c.text(NOT_SENT, 503, headers);
  return c.json({ error: CLOSED, code: 'not_ready' }, 503, headers);
}

export function createStandbyApp({ folder, publicOrigin, facts }: Options) {
  const app = new Hono<AppEnv>();
  app.get('/admin', (c) => closedPage(c, facts));
  app.get('/admin/*', (c) => closedPage(c, facts));
  app.use(securityHeadersMiddleware(publicOrigin));
  app.all('/api/*', refuseCall);
  app.get('/media/:hash/:name', async (c) => {
    const found = await publishedFile(c, folder.publicMedia);
    return found ?? c.text('Not found', 404, { 'Cache-Control': 'no-store' });
  });
  app.route('/', siteRoutes({ folder }));
  app.notFound((c) => c.text('Not found', 404));
  return app;
}
