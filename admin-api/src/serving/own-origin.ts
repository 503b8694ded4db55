const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where to go when the admin was opened under another name of this same machine (127.0.0.1 for
 * localhost): only under the public origin are calls and cookies same-origin. Null: stay.
 */
export function ownOriginRedirect(
  host: string,
  publicOrigin: string,
  pathAndQuery: string,
): string | null {
  if (!URL.canParse(`http://${host}`)) return null;
  const asked = new URL(`http://${host}`);
  const own = new URL(publicOrigin);
  if (asked.hostname === own.hostname || asked.port !== own.port) return null;
  if (!LOOPBACK.has(asked.hostname) || !LOOPBACK.has(own.hostname)) return null;
  return publicOrigin + pathAndQuery;
}
