/** Unknown fields and columns fail to compile. */
import { type AdminUser, newUser } from '@veldlicht/contract/user';
import { type ComponentProps, createElement } from 'react';
import { expect, it } from 'vitest';
import { fieldsFor } from './form-fields.tsx';
import type { Column } from './ui/table.tsx';

const { TextField, SelectField } = fieldsFor(newUser);
const cell = { className: '', cell: () => null };

it('accepts only fields of the schema', () => {
  createElement(TextField, { name: 'username' });
  // @ts-expect-error: a user has no nickname.
  createElement(TextField, { name: 'nickname' });
  // @ts-expect-error: a user has no rank.
  const rank: ComponentProps<typeof SelectField>['name'] = 'rank';
  expect(rank).toBe('rank');
});

it('accepts only columns of the schema', () => {
  const known: Column<AdminUser> = { name: 'email', head: 'emailAddress', ...cell };
  // @ts-expect-error: a user has no nickname.
  const unknown: Column<AdminUser> = { name: 'nickname', head: 'emailAddress', ...cell };
  // @ts-expect-error: no text has this key.
  const untitled: Column<AdminUser> = { name: 'email', head: 'nickname', ...cell };
  expect([known, unknown, untitled]).toHaveLength(3);
});
