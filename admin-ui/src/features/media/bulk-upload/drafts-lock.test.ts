import { afterEach, expect, it, vi } from 'vitest';
import type { BulkSession } from './bulk-session.ts';
import { createDraftsLock } from './drafts-lock.ts';

/** Locks are those of this process; each test has a name of its own. */
let test = 0;
let log: string[] = [];
const closers: Array<() => Promise<void>> = [];

/** A tab with sessions that write down what becomes of them; `isKept`: a reload would find everything. */
function openTab(tab: string, isKept = true) {
  const openDrafts = createDraftsLock(`drafts-${test}`, () => {
    log.push(`${tab} begins`);
    // Cast: a lock calls only these.
    return {
      settle: async () => isKept,
      end: () => log.push(`${tab} ends`),
    } as unknown as BulkSession;
  });
  return () => {
    let state: unknown;
    const close = openDrafts((owner) => {
      state = owner === 'another tab' ? owner : 'here';
    });
    closers.push(close);
    return { close, is: (expected: string) => vi.waitFor(() => expect(state).toBe(expected)) };
  };
}

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  log = [];
  test += 1;
});

it.each([
  ['opens drafts in the next tab once the first has closed', true],
  ['leaves drafts where files are that no reload would find', false],
])('%s', async (_, isKept) => {
  const openFirst = openTab('a', isKept);
  const first = openFirst();
  await first.is('here');
  const second = openTab('b')();
  await second.is('another tab');
  await first.close();
  if (isKept) await second.is('here');
  else await openFirst().is('here');
  expect(log).toEqual(isKept ? ['a begins', 'a ends', 'b begins'] : ['a begins']);
});

it('follows a dialog that opens, closes and opens within a moment', async () => {
  const open = openTab('a');
  void open().close();
  const again = open();
  await again.is('here');
  void again.close();
  await open().is('here');
  expect(log).toEqual(['a begins']);
});

it('waits no longer once the dialog is closed', async () => {
  const openFirst = openTab('a');
  const first = openFirst();
  await first.is('here');
  const second = openTab('b')();
  await second.is('another tab');
  await second.close();
  await first.close();
  await openFirst().is('here');
  expect(log).not.toContain('b begins');
});
