/** What an owner does in the panel with the site beside it, on one product. */
import { describeFileWords } from './file-words.ts';
import { describeFirstPicture } from './first-picture.ts';
import { describeItemOnSite } from './item-on-site.ts';
import { startJourney } from './journey.ts';
import { describePreview } from './preview.ts';
import { describeVisits } from './visits.ts';

const journey = startJourney();

// First: it counts every visit.
describeVisits(journey);
describeFirstPicture(journey);
describeFileWords(journey);
describeItemOnSite(journey);
describePreview(journey);
