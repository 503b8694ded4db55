/** Security headers by class of response (reliability Appendix C, architecture §5). */
import { PREVIEW_PATH } from '@veldlicht/contract/preview';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#http/app-env.ts';

export type AnswerClass = 'api' | 'admin' | 'admin-asset' | 'preview' | 'media' | 'page' | 'asset';

export const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';
export const CONTENT_POLICY = 'Content-Security-Policy';
const VARY = 'Vary';
/** Headers that a route may set itself. */
const ownHeaders = [RESOURCE_POLICY, CONTENT_POLICY, 'Cache-Control'];

const PERMISSIONS = 'Permissions-Policy';
/** `passkeys`: `()` forbids them, `(self)` allows them to our pages. */
const permissions = (passkeys: '()' | '(self)') =>
  ['geolocation=()', 'camera=()', 'microphone=()']
    .concat(['get', 'create'].map((act) => `publickey-credentials-${act}=${passkeys}`))
    .join(', ');

const everywhere = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  [PERMISSIONS]: permissions('()'),
};

/** Two years, without subdomains, which are the owner's. */
const HSTS = 'max-age=63072000';

/** `style-src-attr` is the one exception: components position pop-ups by style attributes, which can't run script. */
const adminPolicy = (storageOrigin: string | undefined) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    // Browsers upload straight to the bucket, if there is one.
    `connect-src 'self'${storageOrigin ? ` ${storageOrigin}` : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

const PAGE_POLICY =
  "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const headersPerClass = (
  storageOrigin: string | undefined,
): Record<AnswerClass, Record<string, string>> => ({
  api: {
    [CONTENT_POLICY]: "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
    [RESOURCE_POLICY]: 'same-origin',
    [VARY]: 'Origin, Sec-Fetch-Site',
  },
  admin: {
    [CONTENT_POLICY]: adminPolicy(storageOrigin),
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    [PERMISSIONS]: permissions('(self)'),
  },
  'admin-asset': {},
  // Pages have the rest of their policy in a meta tag.
  preview: {
    [CONTENT_POLICY]: PAGE_POLICY,
    'Cache-Control': 'private, no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    [RESOURCE_POLICY]: 'same-origin',
  },
  media: {
    [CONTENT_POLICY]: "sandbox; default-src 'none'",
    [RESOURCE_POLICY]: 'same-origin',
  },
  page: { [CONTENT_POLICY]: PAGE_POLICY },
  asset: {},
});

function answerClassOf(path: string): AnswerClass {
  const within = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  if (within('/api')) return 'api';
  if (within('/admin/assets')) return 'admin-asset';
  if (within(PREVIEW_PATH)) return 'preview';
  if (within('/admin')) return 'admin';
  if (within('/media')) return 'media';
  if (within('/_astro')) return 'asset';
  return 'page';
}

/** Sets them on every response, errors included, but for `ownHeaders` that a route set. `storageOrigin`: the bucket's. */
export function securityHeadersMiddleware(publicOrigin: string, storageOrigin?: string) {
  const general = {
    ...everywhere,
    ...(publicOrigin.startsWith('https:') && { 'Strict-Transport-Security': HSTS }),
  };
  const perClass = headersPerClass(storageOrigin);
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const answer = answerClassOf(c.req.path);
    // A missing asset gets the site's 404 page, which needs the policy of pages.
    const isPage = answer === 'asset' && c.res.headers.get('Content-Type')?.startsWith('text/html');
    const headers = { ...general, ...perClass[isPage ? 'page' : answer] };
    const said = ownHeaders.filter((name) => c.res.headers.has(name));
    for (const [name, value] of Object.entries(headers))
      if (name === VARY) c.res.headers.append(name, value);
      else if (!said.includes(name)) c.res.headers.set(name, value);
  });
}
