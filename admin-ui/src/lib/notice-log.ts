/** A notice as it was shown. */
export interface Notice {
  id: string;
  kind: 'success' | 'error';
  title: string;
  description?: string;
}

/**
 * Remembers notices: one that is dismissed leaves the memory `removeDelayMs` later (spec §9).
 * `later` is the clock's timer.
 */
export function createNoticeLog(
  removeDelayMs: number,
  later: (run: () => void, ms: number) => unknown,
) {
  const notices = new Map<string, Notice & { open: boolean }>();
  return {
    shown(notice: Notice): void {
      notices.delete(notice.id);
      notices.set(notice.id, { ...notice, open: true });
    },
    dismissed(id: string): void {
      const notice = notices.get(id);
      if (!notice?.open) return;
      const closed = { ...notice, open: false };
      notices.set(id, closed);
      later(() => {
        // The same notice may have been shown again meanwhile.
        if (notices.get(id) === closed) notices.delete(id);
      }, removeDelayMs);
    },
    list: () => [...notices.values()],
  };
}
