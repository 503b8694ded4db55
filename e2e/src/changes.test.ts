/** What an owner changes, sees published, takes back and puts in order, journey after journey on one product. */
import { afterAll, describe } from 'vitest';
import { describeCategories } from './categories.ts';
import { describeHistory } from './history.ts';
import { emptyLibrary, startJourney } from './journey.ts';
import { describePublishing } from './publishing.ts';

const journey = startJourney();

describe.each([
  ['the state of the site', describePublishing],
  ['what went wrong', describeHistory],
  ['categories and tags', describeCategories],
])('%s', (_, describeTests) => {
  describeTests(journey);
  afterAll(() => emptyLibrary(journey));
});
