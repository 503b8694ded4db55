/** Route rows of passkeys. */
import { passkeys } from '@veldlicht/database/schema';
import { another, type Prepare, route } from './route-row.ts';
import { addSoftPasskey, askOptions, createSoftPasskey } from './soft-authenticator.ts';

const PASSKEYS = '/api/admin/passkeys';
const own = { own: true } as const;
const both = { own: true, confirms: true } as const;

const passkeyProof: Prepare = async (t) => {
  const { cookie } = t.signInAs('viewer', another('somebody'));
  const { soft } = await addSoftPasskey(t, cookie);
  const { options, browser } = await askOptions(t, 'sign-in');
  return { json: soft.get(options), headers: { cookie: browser } };
};
const newPasskey: Prepare = async (t, cookie) => {
  const { options, browser } = await askOptions(t, 'add', { cookie });
  const credential = createSoftPasskey().create(options);
  return { json: { name: 'iPad', credential }, headers: { cookie: browser } };
};
const onPasskey =
  (json?: unknown): Prepare =>
  async (t, cookie) => {
    // The number of passkeys is limited.
    t.db.delete(passkeys).run();
    return { url: `${PASSKEYS}/${(await addSoftPasskey(t, cookie)).id}`, json };
  };

export const passkeyRoutes = [
  route('POST /api/auth/passkey/options', 'anon', 200),
  route('POST /api/auth/passkey', 'anon', 200, passkeyProof, own),
  route(`GET ${PASSKEYS}`, 'viewer', 200),
  route(`POST ${PASSKEYS}/options`, 'viewer', 200, undefined, both),
  route(`POST ${PASSKEYS}`, 'viewer', 201, newPasskey, own),
  route(`PATCH ${PASSKEYS}/:id`, 'viewer', 200, onPasskey({ name: 'iPhone' }), own),
  route(`DELETE ${PASSKEYS}/:id`, 'viewer', 204, onPasskey(), both),
];
