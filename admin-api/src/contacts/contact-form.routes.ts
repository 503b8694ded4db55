import { setImmediate as nextLoop } from 'node:timers/promises';
import { type ContactInput, contactInput } from '@veldlicht/contract/contact';
import { Hono } from 'hono';
import pLimit from 'p-limit';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { addressOf } from '#http/client-address.ts';
import { toAppError } from '#http/error-handler.ts';
import { parseInput, readJson } from '#http/request-body.ts';
import { isForm } from '#http/same-origin.ts';
import { networkOf, widerNetworksOf } from '#throttle/buckets.ts';
import { contactErrorPage } from './contact-error-page.ts';
import { receiveMessage, requireFreeSender } from './contact-form.service.ts';
import { readForm } from './read-form.ts';

const CONTACT_PATH = '/api/contact';
const SENT_PATH = '/bericht-verzonden';
/** Far more than the longest message, in bytes. */
const MAX_BODY = 64 * 1024;

/** The one call that a page without script makes (spec §4). */
export function isContactPath(path: string): boolean {
  return path === CONTACT_PATH;
}

function networksOfCaller(c: AppContext, { environment }: Deps): string[] {
  const address = addressOf(c, environment);
  return [networkOf(address), ...widerNetworksOf(address)];
}

/** Answers a page without script: on to the thanks, or back to the form with all that was typed. */
async function receiveForm(
  c: AppContext,
  deps: Deps,
  receive: (input: ContactInput) => Promise<void>,
): Promise<Response> {
  let typed: Record<string, string> = {};
  try {
    typed = await readForm(c, deps.limits);
    await receive(parseInput(contactInput, typed));
    return c.redirect(SENT_PATH, 303);
  } catch (error) {
    const refusal = toAppError(error, deps.log);
    if (refusal.retryAfter !== undefined) c.header('Retry-After', String(refusal.retryAfter));
    return c.html(contactErrorPage(refusal, typed), refusal.status);
  }
}

/** POST /api/contact for everyone: JSON, and a plain form of the page without script (spec §7). */
export function contactFormRoutes(all: Deps) {
  const limits = { ...all.limits, jsonBytes: Math.min(all.limits.jsonBytes, MAX_BODY) };
  const deps = { ...all, limits };
  /**
   * Storing a message waits for the disk: others come in between any two of them, so that a flood does not
   * keep the owner waiting (L1).
   */
  const oneByOne = pLimit(1);
  return new Hono<AppEnv>().post(CONTACT_PATH, async (c) => {
    const networks = networksOfCaller(c, deps);
    const receive = async (input: ContactInput) => {
      await oneByOne(() => nextLoop());
      receiveMessage(deps, input, { networks, now: deps.now() });
    };
    if (isForm(c.req.header('content-type') ?? '')) return receiveForm(c, deps, receive);
    // Before the body is read: a flood costs one look-up each.
    requireFreeSender(deps.db, networks, deps.now());
    await receive(await readJson(c, contactInput, limits));
    return c.json({ ok: true }, 201);
  });
}
