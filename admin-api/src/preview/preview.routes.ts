/** Preview pages, rendered by the worker. */
import { indexFileOf } from '@veldlicht/contract/index-paths';
import {
  PREVIEW_PATH,
  type PreviewAnswer,
  previewAddress,
  previewAnswer,
  SETTINGS_FIELD,
  type SettingsPreview,
  settingsPreview,
  settingsPreviewPaths,
} from '@veldlicht/contract/preview';
import { countOpenJobs, deleteJob, enqueueJob } from '@veldlicht/database/jobs';
import { newId } from '@veldlicht/database/new-id';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { hasRole, requireRole, requireUnended } from '#auth/route-access.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { toAppError } from '#http/error-handler.ts';
import { plainDocument } from '#http/plain-document.ts';
import { parseInput, parseJson, readText } from '#http/request-body.ts';
import { inTransaction } from '#http/write.ts';
import { waitForJob } from '#jobs/wait-for-job.ts';
import { askedAddress, ownOriginRedirect, siteTarget } from '#serving/site-path.ts';

/** In characters. */
const MAX_PREVIEW_PATH = 300;

const types = { html: 'text/html; charset=utf-8', json: 'application/json' };

async function sendPreview(
  c: AppContext,
  deps: Deps,
  path: string,
  typed?: SettingsPreview,
): Promise<Response> {
  try {
    const { status, type, body } = await askForPreview(deps, path, typed);
    return c.body(body, status, { 'Content-Type': types[type] });
  } catch (error) {
    // A page, not JSON: it opens in a browser tab.
    const refusal = toAppError(error, deps.log);
    if (refusal.retryAfter === undefined)
      return c.html(
        plainPage('Er is iets misgegaan', 'Het voorbeeld kon niet worden gemaakt.'),
        500,
      );
    const text = 'De server is druk met ander werk. Laad deze pagina zo meteen opnieuw.';
    const headers = { 'Retry-After': String(refusal.retryAfter) };
    return c.html(plainPage('Het voorbeeld komt eraan', text), 503, headers);
  }
}

/** Unsaved website settings from the panel's form; never stored. */
async function readTyped(c: AppContext, { limits }: Deps): Promise<SettingsPreview> {
  const form = new URLSearchParams(await readText(c.req.raw, limits));
  requireUnended(c);
  return parseInput(settingsPreview, parseJson(form.get(SETTINGS_FIELD) ?? ''));
}

/** The site with its drafts, for editors and admins. */
export function previewRoutes(deps: Deps) {
  const routes = new Hono<AppEnv>();
  for (const path of settingsPreviewPaths)
    routes.post(previewAddress(path), async (c) => {
      requireRole(c, 'admin');
      return sendPreview(c, deps, path, await readTyped(c, deps));
    });
  return routes.get(`${PREVIEW_PATH}/*`, (c) => {
    const { pathname, search } = askedAddress(c.req.url);
    const host = c.req.header('host') ?? '';
    const elsewhere = ownOriginRedirect(host, deps.environment.publicOrigin, pathname + search);
    if (elsewhere !== null) return c.redirect(elsewhere, 302);
    const session = c.get('session');
    if (!session) return c.redirect('/admin/login', 302);
    if (session.needsSetup) return c.redirect('/admin/settings', 302);
    if (!hasRole(session.user, 'editor'))
      return c.html(
        plainPage('Geen toegang', 'Het voorbeeld is voor wie de site mag bewerken.'),
        403,
      );
    const target = previewTarget(pathname);
    if (target.kind === 'redirect') return c.redirect(target.to + search, 308);
    if (target.kind === 'missing')
      return c.html(plainPage('404 Page Not Found', 'Deze pagina heeft geen voorbeeld.'), 404);
    return sendPreview(c, deps, target.path);
  });
}

/** What is said in place of a page of the preview. */
function plainPage(title: string, text: string) {
  const body = html`
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a href="/admin">Naar het beheer</a></p>`;
  return plainDocument({ title }, body);
}

/** Above all other jobs: a request waits. */
const PREVIEW_PRIORITY = 20;
const RETRY_SECONDS = 5;

/** Queues a new job: the page of one that runs already may lack the last change. */
function addJob({ db, limits, now }: Deps, path: string, input?: SettingsPreview): number {
  return inTransaction(db, (tx) => {
    if (countOpenJobs(tx, 'preview') >= limits.previewsAtOnce)
      throw new AppError('too_many_requests', undefined, { retryAfter: RETRY_SECONDS });
    const subject = newId() + path;
    const priority = PREVIEW_PRIORITY;
    return enqueueJob(tx, { kind: 'preview', subject, priority, now: now(), input });
  });
}

/**
 * Has the worker render a path with all drafts published; deletes the job afterwards. Throws `media_busy` when the
 * worker takes too long, `too_many_requests`, or `internal`.
 */
async function askForPreview(
  deps: Deps,
  path: string,
  typed?: SettingsPreview,
): Promise<PreviewAnswer> {
  const id = addJob(deps, path, typed);
  try {
    const job = await waitForJob(deps, id, deps.limits.previewMs);
    if (job?.state !== 'done') throw new AppError('internal');
    return previewAnswer.parse(job.result);
  } finally {
    deleteJob(deps.db, id);
  }
}

type PreviewTarget =
  | { kind: 'shown'; path: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'missing' };

const missing: PreviewTarget = { kind: 'missing' };

/** `urlPath` is the whole raw path, still percent-encoded. */
export function previewTarget(urlPath: string): PreviewTarget {
  const asked = urlPath.slice(PREVIEW_PATH.length);
  if (asked === '') return { kind: 'redirect', to: `${PREVIEW_PATH}/` };
  if (asked.length > MAX_PREVIEW_PATH) return missing;
  const target = siteTarget(asked);
  if (target.kind === 'redirect') return { kind: 'redirect', to: PREVIEW_PATH + target.to };
  if (target.kind === 'missing') return missing;
  // No previews of feeds, sitemaps and other files.
  const isShown = target.file.endsWith('.html') || indexFileOf(asked) !== null;
  return isShown ? { kind: 'shown', path: asked } : missing;
}
