import { QueryClientProvider } from '@tanstack/react-query';
import type { MeAnswer } from '@veldlicht/contract/auth';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { resource } from '#lib/resource.ts';
import { createQueryClient, sessionQuery } from '#lib/session.ts';
import { aUser } from '#testing/builders.ts';
import { allTexts } from '#testing/texts.ts';
import { ListScreen } from './list-screen.tsx';

await allTexts('en');

const lens = z.object({ id: z.string(), name: z.string() });
const lenses = resource({
  path: '/api/lenses',
  schema: lens,
  idOf: ({ id }) => id,
});

/** The list as a user of this role sees it. */
function screenFor(role: 'editor' | 'viewer', props: { intro?: 'usersText' } = {}): string {
  const client = createQueryClient();
  const me: MeAnswer = { user: aUser({ role }) };
  client.setQueryData(sessionQuery.queryKey, me);
  client.setQueryData(lenses.list.queryKey, [{ id: '1', name: 'Macro' }]);
  const screen = createElement(ListScreen<z.infer<typeof lens>>, {
    of: lenses,
    add: { label: 'addUser' },
    rows: (rows) => rows?.map(({ name }) => name),
    ...props,
  });
  return renderToString(
    createElement(QueryClientProvider, { client }, createElement(MemoryRouter, null, screen)),
  );
}

it('offers to add an item, with and without an introduction', () => {
  expect(screenFor('editor')).toContain('Add user');
  expect(screenFor('editor', { intro: 'usersText' })).toContain('Add user');
});

it('shows a viewer the list only', () => {
  expect(screenFor('viewer')).toContain('Macro');
  expect(screenFor('viewer')).not.toContain('Add user');
});
