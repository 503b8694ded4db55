/** Brings back stories and the settings. */
import { among } from '@veldlicht/database/among';
import { applyGuard } from '@veldlicht/database/apply-guard';
import type { State } from '@veldlicht/database/history';
import { checkStories } from '@veldlicht/database/public-texts';
import { endedAddresses, stories, storyRows } from '@veldlicht/database/schema';
import { sql } from 'drizzle-orm';
import { readSettings, remakePictures, updateSettings } from '#settings/settings.repository.ts';
import { type BringBack, isOthersSlug, isWindow, readColumns, writeColumns } from './bring-back.ts';

export const bringBackStories: BringBack = (store, wanted, write) => {
  const ids = wanted.map(({ id }) => id);
  const rows = store.select().from(storyRows).where(among(storyRows.id, ids)).all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const deleted: State = { deletedAt: write.now, deletedBy: write.actor.username };
  const fitting = wanted.flatMap(({ id, want }) => {
    const row = byId.get(id);
    if (!row) return [];
    const change = want ?? deleted;
    const next = { ...row, ...readColumns(storyRows, change) };
    const isTaken = next.slug !== row.slug && isOthersSlug(store, next.slug, id);
    if (isTaken || !isWindow(next)) return [];
    return { id, change, revived: next.slug === row.slug ? [] : [next.slug] };
  });
  const revived = fitting.flatMap((one) => one.revived);
  store.delete(endedAddresses).where(among(endedAddresses.slug, revived)).run();
  const later = sql`updated_at = max(${write.now}, story_rows.updated_at + 1)`;
  writeColumns(
    store,
    'story',
    fitting.map(({ id, change }) => ({ id, change })),
    [later],
  );
  const brought = fitting.map(({ id }) => id);
  applyGuard(store, [], { because: brought });
  checkStories(store, among(stories.id, brought));
  return brought;
};

const PROFILE = 'profile.';

/** The settings with each text of the profile as `profile.<name>`. */
export function spreadProfile({ profile, ...columns }: State): State {
  const texts = Object.entries(JSON.parse(String(profile)) as object);
  return {
    ...columns,
    ...Object.fromEntries(texts.map(([name, value]) => [PROFILE + name, value])),
  };
}

export const bringBackSettings: BringBack = (store, wanted, write) => {
  for (const { want } of wanted) {
    const { profile, ...columns } = readSettings(store);
    const texts = Object.entries(want ?? {}).filter(([name]) => name.startsWith(PROFILE));
    const next: State = { ...profile };
    for (const [name, value] of texts) {
      if (value === undefined) delete next[name.slice(PROFILE.length)];
      else next[name.slice(PROFILE.length)] = value;
    }
    const isAnalysed = want !== null && 'googleAnalyticsId' in want;
    updateSettings(store, {
      // Casts: values from history have the column's type.
      ...(isAnalysed && {
        googleAnalyticsId: want.googleAnalyticsId as typeof columns.googleAnalyticsId,
      }),
      ...(texts.length > 0 && { profile: next as typeof profile }),
    });
    if (texts.length > 0) remakePictures(store, write.now);
  }
  return wanted.map(({ id }) => id);
};
