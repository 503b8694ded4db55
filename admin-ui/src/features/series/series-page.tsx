import { shownInBlocks, wordsOfSeries } from '@veldlicht/contract/series';
import { FolderOpen } from 'lucide-react';
import { StoriesPage } from '#features/stories/stories-page.tsx';
import { seriesCalls } from '#features/stories/story-calls.ts';
import { SeriesEditor } from './series-editor.tsx';

export function SeriesPage() {
  return (
    <StoriesPage
      calls={seriesCalls}
      folder="/reeks"
      icon={FolderOpen}
      shownIn={({ body }) => shownInBlocks(body.blocks)}
      wordsIn={({ body }) => wordsOfSeries(body).join('\n')}
      Editor={SeriesEditor}
    />
  );
}
