/** What depends on mail, journey after journey on one product that begins without it. */
import { describe } from 'vitest';
import { startJourney } from '../support/journey.ts';
import { describeMailAndAccess } from './mail-and-access.ts';
import { describeReplies } from './replies.ts';

const journey = startJourney({ variables: { TRUSTED_PROXY: 'loopback' } });

describe.each([
  ['an answer from the panel', describeReplies],
  ['mail and the way in', describeMailAndAccess],
])('%s', (_, describeTests) => {
  describeTests(journey);
});
