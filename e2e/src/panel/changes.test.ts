/** What an owner changes, sees published, takes back and puts in order, journey after journey on one product. */
import { afterAll, describe } from 'vitest';
import { emptyLibrary, startJourney } from '../support/journey.ts';
import { describeCategories } from './categories.ts';
import { describeHistory } from './history.ts';
import { describeMoving } from './moving.ts';
import { describePublishing } from './publishing.ts';

const journey = startJourney();

describe.each([
  ['the state of the site', describePublishing],
  ['what went wrong', describeHistory],
  ['categories and tags', describeCategories],
  ['a library that moves', describeMoving],
])('%s', (_, describeTests) => {
  describeTests(journey);
  afterAll(() => emptyLibrary(journey));
});
