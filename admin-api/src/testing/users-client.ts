/** Calls of the users page, as one admin makes them. */
import { errorBody } from '@veldlicht/contract/error';
import { adminUser } from '@veldlicht/contract/user';
import { auditLog, users } from '@veldlicht/database/schema';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { readAnswer } from './read-answer.ts';
import type { TestApp } from './test-app.ts';

export const USERS_PATH = '/api/admin/users';
export const PASSWORD = 'nevel boven het ven';
export const bob = {
  username: 'bob',
  email: 'bob@example.nl',
  role: 'editor',
  password: PASSWORD,
};

export async function refusal(answer: Response | Promise<Response>) {
  const response = await answer;
  return { status: response.status, ...(await readAnswer(errorBody, response)) };
}

/** `own` is the cookie of the admin who asks, unless a call names another. */
export function usersClient(t: TestApp, own: string) {
  const post = (json: unknown, cookie = own) =>
    t.request(USERS_PATH, { method: 'POST', json, cookie });
  return {
    post,
    patch: (id: string, json: unknown, cookie = own) =>
      t.request(`${USERS_PATH}/${id}`, { method: 'PATCH', json, cookie }),
    remove: (id: string, cookie = own) =>
      t.request(`${USERS_PATH}/${id}`, { method: 'DELETE', cookie }),
    /** Adds bob, or somebody like him. */
    create: (change: object = {}) => readAnswer(adminUser, post({ ...bob, ...change })),
    list: () => readAnswer(z.array(adminUser), t.request(USERS_PATH, { cookie: own })),
    rowOf: (id: string) => t.db.select().from(users).where(eq(users.id, id)).get(),
    everyone: () => t.db.select().from(users).all(),
    logged: () => t.db.select().from(auditLog).all(),
  };
}
