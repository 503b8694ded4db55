import { shownInBlocks, wordsOfSeries } from '@veldlicht/contract/series';
import { FolderOpen } from 'lucide-react';
import { StoriesPage } from '#features/stories/stories-page.tsx';
import { seriesCalls } from './series-calls.ts';
import { SeriesEditor } from './series-editor.tsx';

export function SeriesPage() {
  return (
    <StoriesPage
      calls={seriesCalls}
      folder="/reeks"
      icon={FolderOpen}
      words={{
        title: 'series',
        text: 'seriesText',
        add: 'newSeries',
        search: 'searchSeries',
        views: 'seriesView',
        all: 'allSeries',
        none: 'noSeries',
        noneHint: 'noSeriesHint',
        failed: 'failedToLoadSeries',
        purge: 'purgeSeriesText',
      }}
      shownIn={({ body }) => shownInBlocks(body.blocks)}
      wordsIn={({ body }) => wordsOfSeries(body).join('\n')}
      Editor={SeriesEditor}
    />
  );
}
