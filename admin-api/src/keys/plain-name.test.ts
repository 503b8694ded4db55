import { expect, it } from 'vitest';
import { plainName } from './remote-photo.service.ts';

it.each([
  ['C:\\Foto’s\\👩🏽‍🌾 en 🏳️‍🌈.jpg', '👩🏽‍🌾 en 🏳️‍🌈.jpg'],
  ['map/\u202eein\u0000 uil\u200b.jpg', 'ein uil.jpg'],
  [`${'a'.repeat(250)}👨‍👩‍👧.jpg`, 'a'.repeat(250)],
])('takes the name of a file without its folders and what nobody can see: %j', (sent, name) => {
  expect(plainName(sent)).toBe(name);
});
