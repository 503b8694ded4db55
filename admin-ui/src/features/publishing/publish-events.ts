import { useQueryClient } from '@tanstack/react-query';
import { publishState } from '@veldlicht/contract/publishing';
import { useEffect, useState } from 'react';
import { publishStateQuery } from '#lib/queries.ts';

/** Waits before a new attempt when the browser has given up, in milliseconds. */
const REOPEN_MS = [1000, 2000, 5000, 10_000, 30_000] as const;

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
 * cut connection by itself; a refused one (a server that restarts) is opened again here.
 * Answers whether the line is up.
 */
export function usePublishEvents(): boolean {
  const client = useQueryClient();
  const [connected, setConnected] = useState(true);

  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    let attempt = 0;
    const open = () => {
      source = new EventSource('/api/publishing/events');
      source.addEventListener('open', () => {
        attempt = 0;
        setConnected(true);
      });
      source.addEventListener('state', (event: MessageEvent<string>) => {
        const state = readStateEvent(event.data);
        if (!state) return;
        setConnected(true);
        client.setQueryData(publishStateQuery.queryKey, state);
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
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [client]);

  return connected;
}
