import { queryOptions } from '@tanstack/react-query';
import { type Visits, visits } from '@veldlicht/contract/visits';
import { apiQuery } from '#lib/session.ts';
import { panelLocale } from '#lib/time-text.ts';

/** Of thirty days, fresh whenever a page that shows them is opened. */
export const visitsQuery = queryOptions({
  ...apiQuery(visits, '/api/admin/visits?days=30'),
  gcTime: 0,
});

export const figureText = (n: number) => n.toLocaleString(panelLocale());

export const totalOf = ({ days }: Visits) => days.reduce((sum, { views }) => sum + views, 0);
