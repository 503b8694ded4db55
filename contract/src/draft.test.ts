import { expect, it } from 'vitest';
import { draftOf, nameWithoutExtension, typeOfMime } from './draft.ts';

it.each([
  ['vos.jpg', 'vos'],
  ['vos.in.mist.JPG', 'vos.in.mist'],
  ['vos', 'vos'],
  ['.jpg', '.jpg'],
  [`${'a'.repeat(250)}.jpg`, 'a'.repeat(200)],
  // A joined emoji is one character: it is kept or removed as a whole.
  ['👩🏽‍🌾 met 🏳️‍🌈.jpg', '👩🏽‍🌾 met 🏳️‍🌈'],
  [`${'a'.repeat(199)}🦊.jpg`, 'a'.repeat(199)],
  [`${'a'.repeat(195)}👨‍👩‍👧.jpg`, 'a'.repeat(195)],
])('names %s as %s', (name, title) => expect(nameWithoutExtension(name)).toBe(title));

it('calls a file a video when its type starts with video/', () => {
  expect(typeOfMime('video/quicktime')).toBe('video');
  expect(typeOfMime('')).toBe('photo');
  const file = { id: 'x'.repeat(16), name: 'golf.mp4', size: 1, modified: 0, mime: 'video/mp4' };
  expect(draftOf(file)).toMatchObject({ fields: { title: 'golf', type: 'video' }, stored: null });
});
