/** Stories for the tests of publishing. */
import type { StoryKind } from '@veldlicht/contract/story';
import { checkStories } from '@veldlicht/database/public-texts';
import { stories } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import type { usePublishWorld } from './publish-world.ts';

type Change = Partial<typeof stories.$inferInsert>;

/** Adds and edits stories of a kind as the API does, and reads their pages; the address of one is its id and 0001. */
export function useStories(
  world: ReturnType<typeof usePublishWorld>,
  { kind, folder, body }: { kind: StoryKind; folder: string; body: (id: string) => string },
) {
  return {
    add(id: string, change: Change = {}) {
      const row = { id, slug: `${id}-0001`, kind, title: id, date: '2026-01-09' };
      const rest = { body: body(id), status: 'published', createdAt: 1, updatedAt: 1 } as const;
      world.api
        .insert(stories)
        .values({ ...row, ...rest, ...change })
        .run();
      checkStories(world.api);
    },
    edit(id: string, change: Change) {
      world.api.update(stories).set(change).where(eq(stories.id, id)).run();
      checkStories(world.api);
    },
    pageOf: (id: string) => world.page(`${folder}/${id}-0001.html`),
    /** What a publish renders. */
    async rendered(publish: () => Promise<unknown>): Promise<string[]> {
      world.site.rendered.length = 0;
      await publish();
      return [...world.site.rendered].sort();
    },
  };
}
