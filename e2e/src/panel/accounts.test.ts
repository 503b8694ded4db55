/** Journeys about accounts and sign-in, one after the other on one product. */
import { afterAll, describe } from 'vitest';
import { closePages } from '../support/browser.ts';
import { startJourney } from '../support/journey.ts';
import { describeAccessQuestions } from './access-questions.ts';
import { describeAccounts } from './accounts.ts';
import { describePasskeys } from './passkeys.ts';

const journey = startJourney();

describe.each([
  ['a passkey', describePasskeys],
  ['an access question', describeAccessQuestions],
  ['an account', describeAccounts],
])('%s', (_, describeTests) => {
  describeTests(journey);
  afterAll(closePages);
});
