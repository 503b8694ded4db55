import { reason } from '@veldlicht/contract/reason';
import { expect, it } from 'vitest';
import { listText, serverText } from './failure-text.ts';
import { startTexts } from './i18n.ts';
import { nl } from './nl.ts';

startTexts('nl');

it('says a reason with its parameters, in the language of the panel', () => {
  expect(serverText(reason('in_use', { n: 3 }))).toBe(
    'Deze categorie wordt door 3 media-items gebruikt',
  );
  expect(serverText(reason('item_not_made', { title: 'Ree? & “vos”' }))).toBe(
    'De pagina van “Ree? & “vos”” kon niet worden gemaakt',
  );
});

it('names the kinds of files in the language of the panel', () => {
  expect(serverText('tiff_refused')).toMatch(
    /^Dit soort TIFF .*LZW, ZIP of JPEG\. Gebruik JPEG, .* of WebM\.$/,
  );
});

it('says what a form found, by a key of the catalogue', () => {
  expect(serverText('passwordsDiffer')).toBe(nl.passwordsDiffer);
});

it('leaves a text as it is whose code nobody knows', () => {
  expect(serverText('The moon is full')).toBe('The moon is full');
});

it('links the last of a list in the language of the reader, and leaves every other "or" alone', () => {
  expect(listText('JPEG, PNG or WebP', 'of')).toBe('JPEG, PNG of WebP');
  expect(listText('JPEG', 'of')).toBe('JPEG');
  expect(listText('for or against or neither', 'of')).toBe('for or against of neither');
});
