/**
 * A process that kills itself during a sign-in with a backup code, or an upload. Arguments: what to do, and where to
 * die. Sends its database file and upload folder first.
 */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { addTwoFactor } from './accounts.ts';
import { createTestApp, ORIGIN } from './test-app.ts';

const [what, place = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');
const t = await createTestApp();
const user = t.signInAs('admin', 'eva');
await new Promise((done) => process.send?.({ file: t.file, incoming: t.folder.incoming }, done));

/** `login`: after the last write of the transaction; `answer`: after the commit. */
async function signIn(): Promise<void> {
  const { backupCodes } = await addTwoFactor(t, user.user.id);
  t.db.$client.exec('DELETE FROM sessions');
  t.db.$client.function('die', () => void die());
  if (place === 'login')
    t.db.$client.exec(
      'CREATE TEMP TRIGGER death AFTER UPDATE OF last_login_at ON users BEGIN SELECT die(); END',
    );
  const json = { username: 'eva', password: 'password of eva', twoFactorCode: backupCodes[0] };
  await t.request('/api/auth/login', { method: 'POST', json });
  die();
}

/** `50 %`: after half of the file; `rename`, `renamed`: before and after its last step. */
async function upload(): Promise<void> {
  const { rename } = fs;
  fs.rename = async (...args: Parameters<typeof rename>) => {
    if (place === 'rename') die();
    await rename(...args);
    if (place === 'renamed') die();
  };
  syncBuiltinESMExports();
  const asked = await t.request('/api/objects/upload', { method: 'POST', cookie: user.cookie });
  const { uploadURL } = (await asked.json()) as { uploadURL: string };
  let percent = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      if (place === `${percent} %`) die();
      if (percent === 100) return controller.close();
      percent += 1;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const headers = { origin: ORIGIN };
  await t.app.request(uploadURL, { method: 'PUT', body, headers, duplex: 'half' });
}

await (what === 'upload' ? upload() : signIn());
