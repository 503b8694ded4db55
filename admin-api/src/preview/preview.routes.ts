import { PREVIEW_PATH } from '@veldlicht/contract/preview';
import { Hono } from 'hono';
import { hasRole } from '#auth/guards.ts';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { toAppError } from '#http/error-handler.ts';
import { ownOriginRedirect } from '#serving/own-origin.ts';
import { askedAddress } from '#serving/site-path.ts';
import { plainPage } from './plain-page.ts';
import { askForPreview } from './preview.service.ts';
import { previewTarget } from './preview-path.ts';

const types = { html: 'text/html; charset=utf-8', json: 'application/json' };

async function sendPreview(c: AppContext, deps: Deps, path: string): Promise<Response> {
  try {
    const { status, type, body } = await askForPreview(deps, path);
    return c.body(body, status, { 'Content-Type': types[type] });
  } catch (error) {
    // People look at this, so it is a page and no JSON.
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

/** The public site as it would be with its drafts, for editors and admins (product decisions §1). */
export function previewRoutes(deps: Deps) {
  return new Hono<AppEnv>().get(`${PREVIEW_PATH}/*`, (c) => {
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
