/** Refuses cross-site writes (CSRF, threat T6). */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { AppError } from './app-error.ts';
import { hasBody } from './request-body.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a write comes from our pages. Browsers set these headers, scripts can't; without both it is refused. */
function isSameOrigin(
  headers: { secFetchSite: string | undefined; origin: string | undefined },
  publicOrigin: string,
): boolean {
  if (headers.secFetchSite !== undefined) return headers.secFetchSite === 'same-origin';
  return headers.origin === publicOrigin;
}

/** Another site's form can't send this type without a preflight, which we never allow. */
function isJson(type: string): boolean {
  return /^application\/json\s*(?:;.*)?$/i.test(type);
}

/** The types an HTML form sends without script. */
export function isForm(type: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;.*)?$/i.test(type);
}

/**
 * Programs send a token and neither header. Another site's page can't without a preflight, and routes that take
 * tokens ignore cookies.
 */
function showsToken(header: string | undefined): boolean {
  return header?.startsWith('Bearer ') ?? false;
}

/** Guards every write: same origin (or a token where `takesTokens`), and JSON but for raw files and forms. */
export function sameOriginGuard(
  publicOrigin: string,
  isRawBody: (path: string) => boolean,
  takesForms: (path: string) => boolean,
  takesTokens: (path: string) => boolean,
) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (READING.has(c.req.method)) return next();
    const headers = {
      secFetchSite: c.req.header('sec-fetch-site'),
      origin: c.req.header('origin'),
    };
    const isProgram = takesTokens(c.req.path) && showsToken(c.req.header('authorization'));
    if (!isProgram && !isSameOrigin(headers, publicOrigin)) throw new AppError('cross_site');
    if (isRawBody(c.req.path)) return next();
    const type = c.req.header('content-type');
    if (type !== undefined && takesForms(c.req.path) && isForm(type)) return next();
    if (type !== undefined ? !isJson(type) : hasBody(c.req.raw, c.env?.incoming))
      throw new AppError('unsupported_body');
    return next();
  });
}
