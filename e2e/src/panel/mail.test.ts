/** Journeys about mail, one after the other on a product that begins without it. */
import { describe } from 'vitest';
import { startJourney } from '../support/journey.ts';
import { describeMailAndAccess } from './mail-and-access.ts';
import { describeReplies } from './replies.ts';

const journey = startJourney({ variables: { TRUSTED_PROXY: 'loopback' } });

describe.each([
  ['a reply from the panel', describeReplies],
  ['mail and access', describeMailAndAccess],
])('%s', (_, describeTests) => {
  describeTests(journey);
});
