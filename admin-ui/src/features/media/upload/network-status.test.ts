import { expect, it, vi } from 'vitest';
import { browserNetwork } from './network-status.ts';

it('waits for the network to come back, but not for ever for a browser to say so', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  try {
    const { signal } = new AbortController();
    const heard = browserNetwork.online(signal);
    window.dispatchEvent(new Event('online'));
    await heard;
    let isOver = false;
    const unheard = browserNetwork.online(signal).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isOver).toBe(true);
    await unheard;
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});
