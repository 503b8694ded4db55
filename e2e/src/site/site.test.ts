/** The site for visitors: the frame of all pages, the dialog, the contact form and consent, on one product. */
import { plainPicture } from '@veldlicht/scripts/pictures/plain-picture';
import { afterEach, beforeAll } from 'vitest';
import { closePages } from '../support/browser.ts';
import { startJourney } from '../support/journey.ts';
import { waitFor } from '../support/product.ts';
import { describeArrivingPages } from './arriving-page.ts';
import { describeConsent, SCRIPT } from './consent.ts';
import { describeContactForm } from './contact-form.ts';
import { describeDialog } from './dialog.ts';
import { describeItemPage } from './item-page.ts';
import { describeShell, longWord, profile } from './shell.ts';

/** Oldest first; the grid and the dialog show them in reverse. */
const items = [
  {
    title: 'Ree',
    width: 640,
    height: 427,
    location: '52.131234, 5.860456',
    description: 'Vroeg in de ochtend.',
    date: '2024-05-04',
  },
  { title: 'Dauw', width: 500, height: 500 },
  {
    title: `Een ${'heel '.repeat(18)}lange ${longWord}`,
    description: longWord,
    width: 427,
    height: 640,
    location: 'Drenthe',
  },
  { title: 'Panorama van de heide', width: 1700, height: 600, location: 'Veluwe' },
];

const journey = startJourney({
  // Every visitor of the form has their own address, as behind the web server.
  variables: { TRUSTED_PROXY: 'loopback' },
  // A page is missing, messages are refused and a script is blocked, on purpose.
  isExpected: (complaint) =>
    /^\/(?:api\/contact|bestaat-niet)?: Failed to load/.test(complaint) ||
    complaint.includes(SCRIPT),
});
let itemPath = '';

beforeAll(async () => {
  const { client } = journey;
  await client.call('PATCH', '/api/settings', { profile });
  await client.call('POST', '/api/admin/categories', { name: 'nacht', type: 'category' });
  for (const [at, { width, height, ...facts }] of items.entries()) {
    const picture = new Uint8Array(await plainPicture(60 + at, { width, height }));
    const { objectPath } = await client.upload(picture, 'image/jpeg');
    await client.addMedia({ ...facts, category: 'fauna', imageUrl: objectPath });
  }
  itemPath = await waitFor('the site to show them', async () => {
    const html = await journey.html('/mediabibliotheek');
    const isComplete = items.every(({ title }) => html.includes(title));
    return isComplete && /\/foto\/ree-\d{4}/.exec(html)?.[0];
  });
});
afterEach(closePages);

describeShell(journey, () => itemPath);
describeArrivingPages(journey, () => itemPath);
describeItemPage(journey);
describeDialog(journey);
describeContactForm(journey, () => itemPath);
describeConsent(journey);
