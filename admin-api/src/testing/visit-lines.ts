/** Access records as Caddy writes them with our Caddyfile; `caddy.system.test.ts` holds both equal. */

export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

interface Recorded {
  method?: string;
  path?: string;
  status?: number;
  dnt?: string;
  referrer?: string;
  userAgent?: string;
}

/** `at` in milliseconds since 1970. */
export function caddyLine(
  at: number,
  {
    method = 'GET',
    path = '/',
    status = 200,
    dnt = '',
    referrer = '',
    userAgent = BROWSER,
  }: Recorded = {},
): string {
  const user_id = [method, path, dnt, '', '', '', referrer, userAgent].join('|');
  const facts = { logger: 'http.log.access.log0', msg: 'handled request', user_id, status };
  return `${JSON.stringify({ level: 'info', ts: at / 1000, ...facts })}\n`;
}
