/** Formats dates, durations, camera facts and the owner's texts. */
import type { CameraFacts } from '@veldlicht/contract/media';
import type { SiteProfile } from '@veldlicht/contract/settings';
import type { PublicItem } from '@veldlicht/contract/snapshot';
import { nl } from '#copy/nl.ts';

export const months =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  );

/**
 * A plain date in words: '2026-05-01' is '1 mei 2026', '2026-05' is 'mei 2026'. Works on the digits, not on an instant,
 * so no time zone can shift the day. Returns other text unchanged.
 */
export function dutchDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  if (!name) return date;
  return day ? `${Number(day)} ${name} ${year}` : `${name} ${year}`;
}

/** Seconds as a player shows them: 47 is '0:47', 3671 is '1:01:11'. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const start = hours > 0 ? `${hours}:${two(minutes)}` : minutes;
  return `${start}:${two(whole % 60)}`;
}

/** Camera facts in Dutch; missing ones are left out. */
export function cameraLines(facts: CameraFacts): { label: string; value: string }[] {
  const { camera, lens, focalLength, aperture, shutter, iso } = facts;
  const decimal = (value: number) => String(Math.round(value * 10) / 10).replace('.', ',');
  const lines = [
    { label: nl.camera.camera, value: camera },
    { label: nl.camera.lens, value: lens },
    { label: nl.camera.focalLength, value: focalLength && `${decimal(focalLength)} mm` },
    { label: nl.camera.aperture, value: aperture && `f/${decimal(aperture)}` },
    { label: nl.camera.shutter, value: shutter && `${shutter} s` },
    { label: nl.camera.iso, value: iso && String(iso) },
  ];
  return lines.flatMap(({ label, value }) => (value ? [{ label, value }] : []));
}

/** Splits a text at its empty lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The first sentences of a text for a search engine: one line, at most about 160 characters. */
export function summary(text: string, limit = 160): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const space = line.lastIndexOf(' ', limit - 1);
  return `${line.slice(0, space > 0 ? space : limit - 1).replace(/[,;:.]$/, '')}…`;
}

/** A site with the name of its photographer. */
export interface NamedSite {
  profile: Pick<SiteProfile, 'photographer'>;
}

/** A shorter description, in characters, says too little without the title. */
const SHORT = 50;

/**
 * One line about an item, for search engines and link previews. Without a description it gives the
 * known facts, so that two items with the same title still differ.
 */
export function itemDescription(item: PublicItem, { profile }: NamedSite): string {
  const own = summary(item.description ?? '');
  if (own.length >= SHORT) return own;
  const describe = item.type === 'video' ? nl.item.videoDescription : nl.item.description;
  const made = describe(item.title, profile.photographer);
  if (own) return summary(`${own} ${made}`);
  const known = [item.categoryLabel, item.place, item.date && dutchDate(item.date)].filter(Boolean);
  return summary(`${made} ${known.join(' · ')}`);
}
