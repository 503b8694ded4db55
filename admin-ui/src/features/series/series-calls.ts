import { seriesItem } from '@veldlicht/contract/story';
import { storyCalls } from '#features/stories/story-calls.ts';

export const seriesCalls = storyCalls('/api/admin/series', seriesItem, {
  saved: 'seriesSaved',
  failedToSave: 'failedToSaveSeries',
  restored: 'seriesRestored',
  purged: 'seriesPurged',
  deleted: 'seriesDeleted',
  failedToDelete: 'failedToDeleteSeries',
});
