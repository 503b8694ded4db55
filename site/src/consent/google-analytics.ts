/** Google Analytics: loaded once, only after consent, and stopped when consent is withdrawn (spec §4). */
import { cookieDomains, googleCookies } from './consent-choice.ts';

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Sources that a page's policy must allow for counting (threat T23). */
const SCRIPTS = 'https://www.googletagmanager.com';
const SENDS = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
].join(' ');

/** The part of Astro's policy used here. */
interface Policy {
  insertScriptResource: (resource: string) => void;
  insertDirective: (directive: `connect-src ${string}` | `img-src ${string}`) => void;
}

/** Opens a page's policy to Google, only if the site has an analytics id. */
export function openPolicyToGoogle(policy: Policy | undefined, id: string | null): void {
  if (!id || !policy) return;
  policy.insertScriptResource(SCRIPTS);
  policy.insertDirective(`connect-src ${SENDS}`);
  policy.insertDirective(`img-src ${SENDS}`);
}

/** Google reads commands from `arguments` objects only, not from arrays. */
function tell(..._command: unknown[]): void {
  window.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  window.dataLayer.push(arguments);
}

const storage = (analytics: 'granted' | 'denied') => ({
  analytics_storage: analytics,
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
});

/** Google's own switch for one id. */
const setDisabled = (id: string, isDisabled: boolean) =>
  Reflect.set(window, `ga-disable-${id}`, isDisabled);

function expireCookie(name: string, domain: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer call is not in every browser
  document.cookie = `${name}=; Path=/; Max-Age=0${domain && `; Domain=${domain}`}`;
}

export interface Analytics {
  start: () => void;
  stop: () => void;
}

/**
 * Prepares counting for one id; nothing happens before `start`. Counts one page view per document:
 * later starts re-enable the same script. `stop` removes the script and its cookies.
 */
export function createAnalytics(id: string): Analytics {
  const script = document.createElement('script');
  let hasStarted = false;

  function begin(): void {
    hasStarted = true;
    tell('consent', 'default', storage('granted'));
    tell('js', new Date());
    tell('config', id, {
      anonymize_ip: true,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      cookie_flags: location.protocol === 'https:' ? 'SameSite=Lax;Secure' : 'SameSite=Lax',
    });
    script.async = true;
    script.src = `${SCRIPTS}/gtag/js?id=${encodeURIComponent(id)}`;
  }

  function start(): void {
    setDisabled(id, false);
    if (hasStarted) tell('consent', 'update', storage('granted'));
    else begin();
    document.head.append(script); // a script that has run does not load or run again
  }

  function stop(): void {
    setDisabled(id, true);
    if (hasStarted) tell('consent', 'update', storage('denied'));
    script.remove();
    for (const name of googleCookies(document.cookie))
      for (const domain of ['', ...cookieDomains(location.hostname)]) expireCookie(name, domain);
  }

  return { start, stop };
}
