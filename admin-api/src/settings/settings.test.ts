import {
  emptyProfile,
  publicSettings,
  settings as settingsSchema,
} from '@veldlicht/contract/settings';
import { settings } from '@veldlicht/database/schema';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readAnswer } from '#testing/read-answer.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
  const profile = { photographer: 'Eva de Wit' };
  t.db.update(settings).set({ googleAnalyticsId: 'G-ABCD1234', profile, enforce2fa: false }).run();
});
afterEach(() => t.remove());

const profile = { ...emptyProfile, photographer: 'Eva de Wit' };

it('tells visitors the analytics id and the profile, and nothing else', async () => {
  expect(await readAnswer(publicSettings, t.request('/api/settings'))).toEqual({
    googleAnalyticsId: 'G-ABCD1234',
    profile,
  });
});

it('tells signed-in people also whether two-factor is enforced', async () => {
  const { cookie } = t.signInAs('viewer');
  expect(await readAnswer(settingsSchema, t.request('/api/settings', { cookie }))).toEqual({
    googleAnalyticsId: 'G-ABCD1234',
    profile,
    enforce2FA: false,
  });
});
