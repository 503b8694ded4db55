/** What the policy of a page must allow so that Google Analytics can count (threat T23). */

const SCRIPTS = 'https://www.googletagmanager.com';
const SENDS = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  'https://*.googletagmanager.com',
].join(' ');

/** The part of Astro's policy that this needs. */
interface Policy {
  insertScriptResource: (resource: string) => void;
  insertDirective: (directive: `connect-src ${string}` | `img-src ${string}`) => void;
}

/** Opens the policy of one page to Google, if its site has an analytics id and only then. */
export function openPolicyToGoogle(policy: Policy | undefined, id: string | null): void {
  if (!id || !policy) return;
  policy.insertScriptResource(SCRIPTS);
  policy.insertDirective(`connect-src ${SENDS}`);
  policy.insertDirective(`img-src ${SENDS}`);
}
