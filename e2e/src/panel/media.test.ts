/** Journeys about media items in the panel, one after the other on one product. */
import { afterAll, describe } from 'vitest';
import { emptyLibrary, startJourney } from '../support/journey.ts';
import { describeHostileTexts } from './hostile-texts.ts';
import { describeLostAnswers } from './lost-answers.ts';
import { describeMediaPage } from './media-page.ts';
import { describeMediaTable } from './media-table.ts';
import { describePictureChoices } from './picture-choices.ts';

const journey = startJourney();

describe.each([
  ['the media page', describeMediaPage],
  ['a lost answer', describeLostAnswers],
  ['the media page as a table', describeMediaTable],
  ['choices on a picture', describePictureChoices],
  ['a hostile text', describeHostileTexts],
])('%s', (_, describeTests) => {
  describeTests(journey);
  afterAll(() => emptyLibrary(journey));
});
