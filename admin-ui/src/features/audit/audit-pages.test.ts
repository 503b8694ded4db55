import { AUDIT_PAGE } from '@veldlicht/contract/audit';
import { describe, expect, it } from 'vitest';
import { auditLine, auditPath, nextBefore } from './audit-pages.ts';

describe('the address of an answer', () => {
  it('is bare for the newest of everything', () => {
    expect(auditPath({ actor: null, entity: null }, null)).toBe('/api/admin/audit');
  });
  it('names actor, kind and place, safely written', () => {
    expect(auditPath({ actor: 'josé&x', entity: 'user' }, 51)).toBe(
      '/api/admin/audit?actor=jos%C3%A9%26x&entity=user&before=51',
    );
  });
});

describe('the next answer', () => {
  const page = (length: number) => Array.from({ length }, (_, i) => ({ id: 1000 - i }));
  it('goes on after the last entry of a full one', () => {
    expect(nextBefore(page(AUDIT_PAGE))).toBe(1000 - AUDIT_PAGE + 1);
  });
  it('does not exist after one that is not full, or empty', () => {
    expect(nextBefore(page(AUDIT_PAGE - 1))).toBeUndefined();
    expect(nextBefore([])).toBeUndefined();
  });
});

it('reads an entry whose action and kind are new to it', () => {
  const entry = {
    id: 1,
    at: '2026-05-31T09:05:00.000Z',
    actor: 'mira',
    action: 'moon-landing',
    entity: 'moon',
    entityId: null,
    summary: '',
  };
  expect(auditLine.parse(entry)).toEqual(entry);
});
