import { expect, it } from 'vitest';
import { factsOf } from './metadata.ts';

it('takes the capture date before the creation date, and the place and caption', () => {
  const CreateDate = '2025:01:01 00:00:00';
  const both = { DateTimeOriginal: '2024:05:04 23:59:59', CreateDate };
  expect(factsOf(both).date).toBe('2024-05-04');
  const known = {
    CreateDate,
    latitude: 52.1312,
    longitude: -5.86040001,
    ImageDescription: ' Vos ',
  };
  const facts = { date: '2025-01-01', location: '52.131200, -5.860400', description: 'Vos' };
  expect(factsOf(known)).toEqual(facts);
});
it('makes nothing of missing values', () => {
  expect(factsOf(undefined)).toEqual({ date: null, location: null, description: null });
});
