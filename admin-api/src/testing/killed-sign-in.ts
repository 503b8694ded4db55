/**
 * A sign-in with a backup code in a process that kills itself on the way. Started with the place:
 * `proof` before the transaction, `used`, `session` and `login` after that write within it,
 * `answer` after the commit. Tells the database file first; ends by itself when no place is met.
 */
import { createTestApp } from './test-app.ts';
import { addTwoFactor } from './two-factor-user.ts';

const [place = ''] = process.argv.slice(2);
const die = () => process.kill(process.pid, 'SIGKILL');

/** The writes of the transaction, in their order. */
const writes: Record<string, string> = {
  used: 'UPDATE ON backup_codes',
  session: 'INSERT ON sessions',
  login: 'UPDATE OF last_login_at ON users',
};

let proving = false;
const t = await createTestApp({
  passwords: {
    hashWith: async (text, salt) => {
      if (proving && place === 'proof') die();
      return `${salt.toString('hex')} ${text}`;
    },
  },
});
const { backupCodes } = await addTwoFactor(t, t.addUser('admin', 'eva').id);
t.db.$client.function('die', () => void die());
if (writes[place] !== undefined)
  t.db.$client.exec(`CREATE TEMP TRIGGER death AFTER ${writes[place]} BEGIN SELECT die(); END`);
const told = new Promise((done) => process.send?.({ file: t.file, code: backupCodes[0] }, done));
await told;
proving = true;
const json = { username: 'eva', password: 'password of eva', twoFactorCode: backupCodes[0] };
await t.request('/api/auth/login', { method: 'POST', json });
if (place === 'answer') die();
process.disconnect();
