/** What the list of versions says, as plain functions. */
import type { ReleaseChange, ReleaseRecord } from '@veldlicht/contract/publishing';
import type { BadgeLook } from '#components/ui/badge.tsx';
import type { PlainTextKey } from '#i18n/en.ts';

const locales = { en: 'en-GB', nl: 'nl-NL' } as const;
type Language = keyof typeof locales;

/** A figure and its unit on one line; the signs are the same in both languages. */
function figureText(value: number, unit: string, digits: number, language: Language): string {
  const figure = new Intl.NumberFormat(locales[language], { maximumFractionDigits: digits });
  return `${figure.format(value)}\u00a0${unit}`;
}

/** 42 ms, 2.4 s, 3 min. */
export function durationText(ms: number, language: Language): string {
  if (ms < 1000) return figureText(ms, 'ms', 0, language);
  if (ms < 120_000) return figureText(ms / 1000, 's', 1, language);
  return figureText(ms / 60_000, 'min', 0, language);
}

/** 12 kB, 3.4 MB. */
export function sizeText(bytes: number, language: Language): string {
  if (bytes >= 1_000_000) return figureText(bytes / 1_000_000, 'MB', 1, language);
  return figureText(bytes / 1000, 'kB', bytes < 10_000 ? 1 : 0, language);
}

/** Name and look of each state. */
export const releaseBadges: Record<
  ReleaseRecord['state'],
  { text: PlainTextKey; look: BadgeLook }
> = {
  live: { text: 'releaseLive', look: 'default' },
  kept: { text: 'releaseKept', look: 'secondary' },
  gone: { text: 'releaseGone', look: 'outline' },
  failed: { text: 'releaseFailed', look: 'danger' },
};

/** What one person did to things of one kind. */
export interface ChangeLine extends Omit<ReleaseChange, 'summary'> {
  summaries: string[];
}

/** Changes of one kind by one person in one line each, in the order they are first met. */
export function changeLines(changes: readonly ReleaseChange[]): ChangeLine[] {
  const lines = new Map<string, ChangeLine>();
  for (const { summary, ...kind } of changes) {
    const key = JSON.stringify([kind.actor, kind.action, kind.entity]);
    const line = lines.get(key) ?? { ...kind, summaries: [] };
    if (!line.summaries.includes(summary)) line.summaries.push(summary);
    lines.set(key, line);
  }
  return [...lines.values()];
}

type Place = Pick<ReleaseRecord, 'revision' | 'createdAt'>;

/** Whether a version shows later content than the one that visitors see. */
export function isNewer(release: Place, live: Place | undefined): boolean {
  if (!live) return false;
  if (release.revision !== live.revision) return release.revision > live.revision;
  return release.createdAt > live.createdAt;
}
