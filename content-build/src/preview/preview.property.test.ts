/** After random edits, a preview equals the site that publishing everything would give. */
import { askedTexts } from '@veldlicht/contract/settings';
import { openDrafts } from '@veldlicht/database/public/project-drafts';
import type { PublicDatabase } from '@veldlicht/database/public/public-database';
import { hashOfText, textsOfStory } from '@veldlicht/database/public/shown-words';
import {
  categories,
  media,
  mediaRows,
  mediaSpecies,
  SHARED,
  settings,
  species,
  storyRows,
  textAnswers,
} from '@veldlicht/database/schema';
import { keepFigures, roundsOf } from '@veldlicht/scripts/nightly-figures';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openProjection, projectInMemory } from '../publish/projection.ts';
import type { Content } from '../routes/route-kind.ts';
import { allPaths, openContent, shownAt } from '../routes/routes.ts';
import { origin } from '../testing/publish-world.ts';
import { add, type Course, edits, remember, startCourse } from '../testing/random-edits.ts';
import { createWorld } from '../testing/world.ts';

const step = fc.record({
  kind: fc.constantFrom(...Object.keys(edits), 'add', 'add', 'draft', 'draft', 'tell', 'project'),
  pick: fc.nat(1000),
});

/** Page or text of every address. */
const everything = (content: Content) =>
  new Map(
    allPaths(content).map((address) => {
      const shown = shownAt(content, address);
      return [address, shown && 'text' in shown ? shown.text() : shown];
    }),
  );

/** Publishes all drafts. */
function publishAll({ world: { db } }: Course): void {
  for (const table of [mediaRows, storyRows]) {
    const isDraft = eq(table.status, 'draft');
    db.update(table).set({ status: 'published', publishUntil: null }).where(isDraft).run();
    db.update(table).set({ publishFrom: null }).run();
  }
}

/** Confirms every text, since a preview shows unconfirmed ones. */
function answerAll({ world: { db } }: Course): void {
  const stories = db.select().from(storyRows).all();
  const profile = db.select().from(settings).get()?.profile ?? {};
  const isShown = eq(mediaSpecies.scientificName, species.scientificName);
  const { dutchName } = species;
  const shown = db
    .selectDistinct({ dutchName })
    .from(species)
    .innerJoin(mediaSpecies, isShown)
    .all();
  const names = [
    ...db
      .select()
      .from(categories)
      .all()
      .flatMap(({ name, description }) => [name, description]),
    ...shown.map(({ dutchName }) => dutchName),
  ];
  const asked = [
    ...names.flatMap((text) => (text ? [{ subject: SHARED, text }] : [])),
    ...stories.flatMap((story) => textsOfStory(story).map((text) => ({ subject: story.id, text }))),
    ...askedTexts.map((name) => ({ subject: SHARED, text: profile[name] ?? '' })),
  ];
  for (const { subject, text } of asked)
    db.insert(textAnswers)
      .values({ subject, hash: hashOfText(text), mayRead: true, at: 1, by: 'iris' })
      .onConflictDoNothing()
      .run();
}

const COURSES = roundsOf('previews', 4);

it('shows every page as publishing the drafts would', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 80 }), async (steps) => {
      const world = await createWorld();
      const course = startCourse(world);
      const projection = openProjection(world.folder, origin);
      let drafts: PublicDatabase | undefined;
      try {
        for (const { kind, pick } of [{ kind: 'add', pick: 1 }, ...steps]) {
          course.now++;
          course.count++;
          const rows = world.db.select().from(media).all();
          const row = rows[pick % Math.max(1, rows.length)];
          if (kind === 'project') projection.update(course.now);
          else if (row) edits[kind]?.(course, row, pick);
          else add(course, pick);
          remember(course);
        }
        const [row] = world.db.select().from(media).all();
        if (row) edits['file ready']?.(course, row, 0);
        answerAll(course);
        drafts = openDrafts(world.folder, origin, course.now);
        const shown = everything(openContent(drafts));
        publishAll(course);
        using content = projectInMemory(world.folder.database, origin, course.now);
        expect(shown).toEqual(everything(content));
      } finally {
        drafts?.close();
        projection.close();
        world.remove();
      }
    }),
    { numRuns: COURSES, seed: 7, endOnFailure: true },
  );
  keepFigures('previews', { courses: COURSES });
}, 600_000);
