import { type ContactInput, contactInput } from '@veldlicht/contract/contact';
import { Hono } from 'hono';
import type { AppContext, AppEnv, Deps } from '#http/app-env.ts';
import { clientAddress } from '#http/client-address.ts';
import { toAppError } from '#http/error-handler.ts';
import { parseInput } from '#http/parse-input.ts';
import { readJson } from '#http/read-json.ts';
import { isForm } from '#http/same-origin.ts';
import { networkOf, widerNetworksOf } from '#throttle/network-of.ts';
import { contactErrorPage } from './contact-error-page.ts';
import { receiveMessage, requireFreeSender } from './contact-form.service.ts';
import { createMessageTurns } from './message-turns.ts';
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
  const socketAddress = c.env?.incoming?.socket.remoteAddress;
  const forwardedFor = c.req.header('x-forwarded-for');
  const address = clientAddress(socketAddress, forwardedFor, environment.trustedProxy);
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
  const turn = createMessageTurns();
  return new Hono<AppEnv>().post(CONTACT_PATH, async (c) => {
    const networks = networksOfCaller(c, deps);
    const receive = async (input: ContactInput) => {
      await turn();
      receiveMessage(deps, input, { networks, now: deps.now() });
    };
    if (isForm(c.req.header('content-type') ?? '')) return receiveForm(c, deps, receive);
    // Before the body is read: a flood costs one look-up each.
    requireFreeSender(deps.db, networks, deps.now());
    await receive(await readJson(c, contactInput, limits));
    return c.json({ ok: true }, 201);
  });
}
