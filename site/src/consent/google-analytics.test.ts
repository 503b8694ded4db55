import { expect, test } from 'vitest';
import { openPolicyToGoogle } from './google-analytics.ts';

function policyFor(id: string | null): string[] {
  const added: string[] = [];
  const add = (text: string) => {
    added.push(text);
  };
  openPolicyToGoogle({ insertScriptResource: add, insertDirective: add }, id);
  return added;
}

test('a site without an analytics id keeps its policy closed', () => {
  expect(policyFor(null)).toEqual([]);
  expect(policyFor('')).toEqual([]);
});

test('a site with an id opens its policy to the hosts of Google Analytics only', () => {
  const hosts =
    'https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com';
  expect(policyFor('G-ABCD1234')).toEqual([
    'https://www.googletagmanager.com',
    `connect-src ${hosts}`,
    `img-src ${hosts}`,
  ]);
});
