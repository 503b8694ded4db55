/** Attackers and what they leave behind. */
import { signInBuckets } from '#throttle/buckets.ts';
import { noteFailure } from '#throttle/throttle.ts';
import type { TestApp } from './test-app.ts';

/** So many answers with this status. */
export const times = (n: number, status: number) => Array<number>(n).fill(status);

/** Shuts an account for unknown browsers, as a hundred wrong passwords from everywhere do. */
export function shutAccount(t: TestApp, name: string): void {
  const { password } = signInBuckets(name, '198.51.100.0', null);
  const account = password.filter(({ kind }) => kind === 'account');
  t.db.transaction((tx) => {
    for (let i = 0; i < 100; i += 1) noteFailure(tx, account, t.deps.now());
  });
}
