import { classNames } from '#lib/class-names.ts';
import type { PublishTone } from './publish-words.ts';

const colours: Record<PublishTone, string> = {
  live: 'bg-moss',
  older: 'bg-amber',
  waiting: 'bg-amber',
  publishing: 'bg-moss animate-breathe',
  failed: 'bg-danger',
  unknown: 'bg-edge',
};

/** Breathes while publishing, rests otherwise. */
export function PublishDot({ tone }: { tone: PublishTone }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-block size-2 shrink-0 rounded-full', colours[tone])}
    />
  );
}
