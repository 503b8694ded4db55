/** Refuses writes that another site's page causes in a signed-in browser (threat T6). */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';
import { AppError } from './app-error.ts';
import { hasBody } from './request-body.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a writing request comes from our own pages. Browsers set both headers and pages can't;
 * a request without either is refused.
 */
function isSameOrigin(
  headers: { secFetchSite: string | undefined; origin: string | undefined },
  publicOrigin: string,
): boolean {
  if (headers.secFetchSite !== undefined) return headers.secFetchSite === 'same-origin';
  return headers.origin === publicOrigin;
}

/** A form of another site can't send this type without a preflight, which we never answer. */
function isJson(type: string): boolean {
  return /^application\/json\s*(?:;.*)?$/i.test(type);
}

/** What a page sends without script. */
export function isForm(type: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;.*)?$/i.test(type);
}

/**
 * Programs show a token and have neither header. A page of another site can't send one without a
 * preflight, and what a token opens looks at no cookie.
 */
function showsToken(header: string | undefined): boolean {
  return header?.startsWith('Bearer ') ?? false;
}

/**
 * Guards every call that writes: the raw file of an upload and the contact form are the only bodies
 * that may be something else than JSON.
 */
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
