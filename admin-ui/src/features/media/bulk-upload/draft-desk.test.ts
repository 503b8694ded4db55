import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BulkSession } from './bulk-session.ts';
import { createDraftDesk, type DraftDesk } from './draft-desk.ts';
import { openTabLock } from './tab-lock.ts';

/** Locks are those of this process; each test has a name of its own. */
let count = 0;
const log: string[] = [];
const tabs: DraftDesk[] = [];

interface TabOptions {
  /** What a reload would not find. */
  hasUnkept?: boolean;
  settled?: Promise<void>;
  /** Milliseconds; long, so that a slow machine never counts as asleep. */
  patience?: number;
}

/** A tab with sessions that write down what becomes of them. */
function openTab(tab: string, options: TabOptions = {}): DraftDesk {
  const { hasUnkept = false, settled, patience = 30_000 } = options;
  const begin = (): BulkSession => {
    log.push(`${tab} begins`);
    // Cast: a desk calls only these.
    return {
      cancel: () => log.push(`${tab} is stopped`),
      windDown: () => log.push(`${tab} stops`),
      settle: async () => {
        await settled;
        log.push(`${tab} has written`);
        return !hasUnkept;
      },
      abandon: () => log.push(`${tab} leaves`),
    } as unknown as BulkSession;
  };
  const desk = createDraftDesk(openTabLock(`desk-${count}`, patience), begin);
  tabs.push(desk);
  return desk;
}

const where = (desk: DraftDesk) => desk.store.get().is;
const waitUntil = (desk: DraftDesk, is: string) => expect.poll(() => where(desk)).toBe(is);

afterEach(async () => {
  for (const desk of tabs.splice(0)) await desk.close();
  log.length = 0;
  count += 1;
});

describe('drafts in two tabs', () => {
  it('are open in the first only', async () => {
    const [a, b] = [openTab('a'), openTab('b')];
    await a.open();
    await b.open();
    expect([where(a), where(b)]).toEqual(['here', 'elsewhere']);
    expect(log).toEqual(['a begins']);
  });

  it('go to the second by themselves once the first has closed and written', async () => {
    const [a, b] = [openTab('a'), openTab('b')];
    await a.open();
    await b.open();
    await a.close();
    await waitUntil(b, 'here');
    expect(log).toEqual(['a begins', 'a has written', 'a leaves', 'b begins']);
  });

  it('stay where files are that no reload would find', async () => {
    const [a, b] = [openTab('a', { hasUnkept: true }), openTab('b')];
    await a.open();
    await a.close();
    await b.open();
    expect([where(a), where(b)]).toEqual(['here', 'elsewhere']);
    await b.takeOver();
    await waitUntil(b, 'here');
    expect(log.at(-2)).toBe('a leaves');
  });

  it('are taken over once the first has stopped and written, and back again', async () => {
    let finish = () => {};
    const settled = new Promise<void>((resolve) => (finish = resolve));
    const [a, b] = [openTab('a', { settled }), openTab('b')];
    await a.open();
    await b.open();
    await b.takeOver();
    expect([where(a), where(b)]).toEqual(['here', 'taking']);
    finish();
    await waitUntil(b, 'here');
    expect(where(a)).toBe('elsewhere');
    expect(log).toEqual(['a begins', 'a stops', 'a has written', 'a leaves', 'b begins']);
    await a.takeOver();
    await waitUntil(a, 'here');
    expect(where(b)).toBe('elsewhere');
  });

  it('are taken from a tab that answers nothing', async () => {
    const lost = vi.fn();
    const asleep = { mode: 'exclusive' } as const;
    // It holds the lock, and nobody listens.
    navigator.locks.request(`desk-${count}`, asleep, () => new Promise(() => {})).catch(lost);
    const b = openTab('b', { patience: 50 });
    await b.open();
    expect(where(b)).toBe('elsewhere');
    await b.takeOver();
    expect(where(b)).toBe('here');
    await expect.poll(() => lost.mock.calls).toHaveLength(1);
  });

  it('end at once where they are taken without a word', async () => {
    const a = openTab('a');
    await a.open();
    await navigator.locks.request(`desk-${count}`, { steal: true }, () => undefined);
    await expect.poll(() => log).toContain('a leaves');
    // And come back, since the thief has gone.
    await waitUntil(a, 'here');
  });

  it('follow a dialog that opens, closes and opens within a moment', async () => {
    const a = openTab('a');
    void a.open();
    void a.close();
    await a.open();
    expect(where(a)).toBe('here');
    await a.close();
    expect(where(a)).toBe('asking');
  });

  it('are no longer waited for once the dialog is closed', async () => {
    const [a, b] = [openTab('a'), openTab('b')];
    await a.open();
    await b.open();
    await b.close();
    await a.close();
    await a.open();
    expect([where(a), log.includes('b begins')]).toEqual(['here', false]);
  });
});
