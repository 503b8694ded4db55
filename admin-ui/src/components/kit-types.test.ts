/** A field or a column that the contract's schema does not have fails to compile. */
import { type AdminUser, newUser } from '@veldlicht/contract/user';
import { type ComponentProps, createElement } from 'react';
import { expect, it } from 'vitest';
import { fieldsFor } from './form-fields.tsx';
import type { Column } from './ui/table.tsx';

const { TextField, SelectField } = fieldsFor(newUser);
const cell = { className: '', cell: () => null };

it('takes the fields of the schema, and no others', () => {
  createElement(TextField, { name: 'username' });
  // @ts-expect-error: a user has no nickname.
  createElement(TextField, { name: 'nickname' });
  // @ts-expect-error: nor a rank.
  const rank: ComponentProps<typeof SelectField>['name'] = 'rank';
  expect(rank).toBe('rank');
});

it('takes the columns of the schema, and no others', () => {
  const known: Column<AdminUser> = { name: 'email', head: 'emailAddress', ...cell };
  // @ts-expect-error: a user has no nickname.
  const unknown: Column<AdminUser> = { name: 'nickname', head: 'emailAddress', ...cell };
  // @ts-expect-error: and no text is called so.
  const untitled: Column<AdminUser> = { name: 'email', head: 'nickname', ...cell };
  expect([known, unknown, untitled]).toHaveLength(3);
});
