import { expect, it } from 'vitest';
import { createNoticeLog } from './notice-log.ts';

function setUp() {
  const timers: Array<{ run: () => void; ms: number }> = [];
  const log = createNoticeLog(1_000_000, (run, ms) => timers.push({ run, ms }));
  const ids = () => log.list().map((notice) => notice.id);
  return { log, timers, ids };
}
const notice = { id: 'a', kind: 'success' as const, title: 'Saved' };

it('keeps a dismissed notice until the delay is over', () => {
  const { log, timers, ids } = setUp();
  log.shown(notice);
  log.dismissed('a');
  expect(ids()).toEqual(['a']);
  expect(timers.map((timer) => timer.ms)).toEqual([1_000_000]);
  timers[0]?.run();
  expect(ids()).toEqual([]);
});
it('keeps a notice that has been shown again meanwhile', () => {
  const { log, timers, ids } = setUp();
  log.shown(notice);
  log.dismissed('a');
  log.shown(notice);
  timers[0]?.run();
  expect(ids()).toEqual(['a']);
});
