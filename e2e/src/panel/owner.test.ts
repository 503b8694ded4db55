/** Journeys between panel and site, on one product. */

import { startJourney } from '../support/journey.ts';
import { describeFileWords } from './file-words.ts';
import { describeFirstPicture } from './first-picture.ts';
import { describeItemOnSite } from './item-on-site.ts';
import { describePreview } from './preview.ts';
import { describeVisits } from './visits.ts';

const journey = startJourney();

// First, since it counts every visit.
describeVisits(journey);
describeFirstPicture(journey);
describeFileWords(journey);
describeItemOnSite(journey);
describePreview(journey);
