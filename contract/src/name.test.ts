import { expect, it } from 'vitest';
import { categoryLabel } from './category.ts';
import { contactInput } from './contact.ts';
import { mediaPatch } from './media.ts';
import { username } from './user.ts';

const invisible = [
  '\u200b',
  '\u2800',
  '\u3164',
  '\u00ad',
  '\ufeff',
  '\u202e',
  '\u2003',
  '\u115f\u{e0020}',
];

it.each(invisible)('takes %j for no title, username or contact name', (text) => {
  const message = { name: text, email: 'a@b.nl', message: 'Dag' };
  const said = [
    mediaPatch.safeParse({ title: text }),
    username.safeParse(text),
    contactInput.safeParse(message),
  ];
  expect(said.map(({ error }) => error?.issues[0]?.message)).toEqual([
    'required_fields',
    'username_required',
    'Vul alle velden in.',
  ]);
});

it('takes a title with one visible character among invisible ones', () => {
  expect(mediaPatch.safeParse({ title: '\u200b🦌\u200d' }).success).toBe(true);
});

it.each([
  ['landscape', 'Landschap'],
  ['water', 'Water'],
  ['ijsvogels', 'IJsvogels'],
  ['iPhone', 'iPhone'],
  ['IJsvogels in NP De Hoge Veluwe', 'IJsvogels in NP De Hoge Veluwe'],
  ['constructor', 'Constructor'],
])('shows visitors the category %s as %s', (name, label) => {
  expect(categoryLabel(name)).toBe(label);
});
