import { useQueryClient } from '@tanstack/react-query';
import { publishState } from '@veldlicht/contract/publishing';
import { useEffect, useState } from 'react';
import { publishStateQuery } from '#lib/queries.ts';

/** Delays before reconnecting once the browser has given up, in milliseconds. */
const REOPEN_MS = [1000, 2000, 5000, 10_000, 30_000] as const;

/** The server sends a beat every 25 s; two missed beats mean a dead connection. */
const SILENT_MS = 60_000;
const LOOK_MS = 5000;

/** Detects a dead connection that the browser has not noticed: the computer slept, or a router dropped it. */
export function isSilent(heardAt: number, now: number): boolean {
  // A clock that was set back proves nothing.
  return now - heardAt > SILENT_MS;
}

export function reopenDelay(attempt: number): number {
  return REOPEN_MS[Math.min(attempt, REOPEN_MS.length - 1)] ?? 30_000;
}

/** Parses an event; null if it is unreadable. */
export function readStateEvent(data: string) {
  try {
    return publishState.parse(JSON.parse(data));
  } catch {
    return null;
  }
}

/**
 * Keeps the cached publish state up to date from the server's events; returns whether it is connected. The browser
 * reconnects after a cut; refused connections (the server restarts) and silent ones are reopened here. One that was
 * closed for a newer tab is reopened on focus only, or two tabs would take it from each other for ever.
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
        // A response in flight is older than this event.
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
        // Finds out whether the session has ended or the server is down.
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
