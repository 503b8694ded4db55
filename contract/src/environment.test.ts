import { expect, it } from 'vitest';
import { isSecureOrigin, readEnvironment } from './environment.ts';

it('needs no variable at all', () => {
  expect(readEnvironment({})).toMatchObject({
    port: 4321,
    host: '127.0.0.1',
    publicOrigin: 'http://localhost:4321',
    dataDir: './data',
    owner: {},
    trustedProxy: undefined,
  });
});

it('takes an empty variable for one that is not set', () => {
  expect(readEnvironment({ PORT: '', PUBLIC_ORIGIN: '', ADMIN_PASSWORD: '' })).toEqual(
    readEnvironment({}),
  );
});

it('takes a slash off the origin', () => {
  expect(readEnvironment({ PUBLIC_ORIGIN: 'https://foto.example/' }).publicOrigin).toBe(
    'https://foto.example',
  );
});

it.each([
  [{ PORT: 'abc' }, /^PORT: /],
  [{ PORT: '70000' }, /^PORT: /],
  [{ PUBLIC_ORIGIN: 'example.nl' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ PUBLIC_ORIGIN: 'https://example.nl/pad' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ PUBLIC_ORIGIN: 'ftp://example.nl' }, /^PUBLIC_ORIGIN: must be an origin/],
  [{ ADMIN_PASSWORD: 'kort' }, /^ADMIN_PASSWORD: must have at least 12/],
  [{ ADMIN_EMAIL: 'geen' }, /^ADMIN_EMAIL: /],
  [{ LOG_LEVEL: 'luid' }, /^LOG_LEVEL: /],
])('names the variable that is wrong: %o', (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(message);
});

it('knows where browsers take secure cookies', () => {
  expect(
    ['https://a.nl', 'http://localhost:1', 'http://127.0.0.1:1', 'http://192.168.1.2'].map(
      isSecureOrigin,
    ),
  ).toEqual([true, true, true, false]);
});
