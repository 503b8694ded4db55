/** Journeys about changes: publishing, undo, order and moving, one after the other on one product. */
import { afterAll, describe } from 'vitest';
import { emptyLibrary, startJourney } from '../support/journey.ts';
import { describeCategories } from './categories.ts';
import { describeHistory } from './history.ts';
import { describeMoving } from './moving.ts';
import { describePublishing } from './publishing.ts';

const journey = startJourney();

describe.each([
  ['the state of the site', describePublishing],
  ['history', describeHistory],
  ['categories and tags', describeCategories],
  ['moving a library', describeMoving],
])('%s', (_, describeTests) => {
  describeTests(journey);
  afterAll(() => emptyLibrary(journey));
});
