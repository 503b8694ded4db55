import { expect, it } from 'vitest';
import { findText } from './server-text.ts';

/** What the publisher says when something goes wrong, and what the panel makes of it. */
it.each([
  ['The page of “Ochtend” could not be made', 'serverItemUnmade', { title: 'Ochtend' }],
  ['The page /licentie could not be made', 'serverPageUnmade', { page: '/licentie' }],
  ['The page of “Ochtend” came out incomplete', 'serverItemCutOff', { title: 'Ochtend' }],
  ['The page / came out incomplete', 'serverPageCutOff', { page: '/' }],
  [
    'The page of “Ochtend” took longer than 10 minutes and was ended',
    'serverItemHung',
    { title: 'Ochtend', n: '10' },
  ],
  [
    'The page /licentie took longer than 10 minutes and was ended',
    'serverPageHung',
    { page: '/licentie', n: '10' },
  ],
  ['Publishing took longer than 10 minutes and was ended', 'serverPublishHung', { n: '10' }],
  ['Going back took longer than 10 minutes and was ended', 'serverRestoreHung', { n: '10' }],
  [
    'A picture of “Ochtend” is missing: 480.avif',
    'serverPictureMissing',
    { title: 'Ochtend', file: '480.avif' },
  ],
  [
    'The new release is not complete: / has no content',
    'serverReleaseIncomplete',
    { reason: '/ has no content' },
  ],
  ['Publishing was cut off', 'serverPublishCutOff', {}],
  ['Going back was cut off; try again', 'serverRestoreCutOff', {}],
  ['The disk is full', 'serverDiskFull', {}],
  [
    'The data folder can’t be written; nothing can be saved until that is put right on the server',
    'serverDataReadOnly',
    {},
  ],
  ['The site could not be published', 'serverPublishFailed', {}],
  ['The site could not be published (EACCES)', 'serverPublishFailedCode', { code: 'EACCES' }],
  ['The release could not be shown again', 'serverRestoreFailed', {}],
  ['The release could not be shown again (EIO)', 'serverRestoreFailedCode', { code: 'EIO' }],
  ['There is no release r1-0a1b2c3d.', 'serverReleaseUnknown', { id: 'r1-0a1b2c3d' }],
  ['This release is no longer there', 'serverReleaseGone', {}],
  ['Visitors see this release already', 'serverReleaseLive', {}],
])('knows "%s"', (sentence, key, params) => {
  const found = findText(sentence);
  expect([found?.key, { ...found?.params }]).toEqual([key, params]);
});
