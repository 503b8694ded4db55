import { queryOptions } from '@tanstack/react-query';
import { type Visits, visits } from '@veldlicht/contract/visits';
import { apiQuery } from '#lib/session.ts';
import { panelLocale } from '#lib/time-text.ts';

/** Thirty days; not cached, so that each visit is fresh. */
export const visitsQuery = queryOptions({
  ...apiQuery(visits, '/api/admin/visits?days=30'),
  gcTime: 0,
});

export const figureText = (n: number) => n.toLocaleString(panelLocale());

export const totalOf = ({ days }: Visits) => days.reduce((sum, { views }) => sum + views, 0);
