import { guardAnswer } from '@veldlicht/contract/guard';
import { apiQuery } from '#lib/queries.ts';

export const guardQuery = apiQuery(guardAnswer, '/api/admin/guard');
