import { useQueryClient } from '@tanstack/react-query';
import { publishState } from '@veldlicht/contract/publishing';
import { useEffect, useState } from 'react';
import { publishStateQuery } from '#lib/queries.ts';

/** Waits before a new attempt when the browser has given up, in milliseconds. */
const REOPEN_MS = [1000, 2000, 5000, 10_000, 30_000] as const;

/** The server is heard from every 25 s; a line that is silent for longer is dead. */
const SILENT_MS = 60_000;
const LOOK_MS = 5000;

/** Whether a line is dead though the browser has not noticed: the computer slept, or a router forgot. */
export function isSilent(heardAt: number, now: number): boolean {
  // A clock that was set back tells nothing.
  return now - heardAt > SILENT_MS;
}

export function reopenDelay(attempt: number): number {
  return REOPEN_MS[Math.min(attempt, REOPEN_MS.length - 1)] ?? 30_000;
}

/** The state an event carries, or null for one that can't be read. */
export function readStateEvent(data: string) {
  try {
    return publishState.parse(JSON.parse(data));
  } catch {
    return null;
  }
}

/**
 * Keeps the publish state in the cache up to date from the server's events. The browser mends a
 * cut connection by itself; a refused one (a server that restarts) and a silent one (a computer that
 * slept) are opened again here. One that made room for a newer tab is opened again once somebody looks
 * at this one: tabs that took the line from each other would never end.
 * Answers whether the line is up.
 */
export function usePublishEvents(): boolean {
  const client = useQueryClient();
  const [connected, setConnected] = useState(true);

  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    let attempt = 0;
    let heardAt = Date.now();
    let replaced = false;
    const hear = () => {
      heardAt = Date.now();
      setConnected(true);
    };
    const open = () => {
      heardAt = Date.now();
      replaced = false;
      source = new EventSource('/api/publishing/events');
      source.addEventListener('open', () => {
        attempt = 0;
        hear();
      });
      source.addEventListener('beat', hear);
      source.addEventListener('state', (event: MessageEvent<string>) => {
        const state = readStateEvent(event.data);
        if (!state) return;
        hear();
        // An answer that is still on its way is older than this.
        void client.cancelQueries(publishStateQuery);
        client.setQueryData(publishStateQuery.queryKey, state);
      });
      source.addEventListener('replaced', () => {
        replaced = true;
        setConnected(false);
        source.close();
      });
      source.addEventListener('error', () => {
        setConnected(false);
        if (source.readyState !== EventSource.CLOSED) return;
        // Tells a session that has ended from a server that is away.
        void client.invalidateQueries(publishStateQuery);
        timer = setTimeout(open, reopenDelay(attempt++));
      });
    };
    open();
    const look = () => {
      if (source.readyState === EventSource.CLOSED || !isSilent(heardAt, Date.now())) return;
      setConnected(false);
      source.close();
      open();
    };
    const looking = setInterval(look, LOOK_MS);
    const comeBack = () => {
      if (replaced && document.hasFocus()) open();
    };
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', comeBack);
    return () => {
      clearTimeout(timer);
      clearInterval(looking);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', comeBack);
      source.close();
    };
  }, [client]);

  return connected;
}
