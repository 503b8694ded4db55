/** What a visitor without script sees when a message could not be taken. */
import { setImmediate as nextLoop } from 'node:timers/promises';
import {
  type ContactInput,
  contactInput,
  MAX_EMAIL,
  MAX_MESSAGE,
  MAX_PHONE,
} from '@veldlicht/contract/contact';
import { MAX_NAME } from '@veldlicht/contract/limits';
import { Hono } from 'hono';
import { html } from 'hono/html';
import pLimit from 'p-limit';
import type { AppContext, AppEnv, Deps, Limits } from '#http/app-env.ts';
import { AppError } from '#http/app-error.ts';
import { addressOf } from '#http/client-address.ts';
import { toAppError } from '#http/error-handler.ts';
import { plainDocument } from '#http/plain-document.ts';
import { parseInput, readJson, readText } from '#http/request-body.ts';
import { isForm } from '#http/same-origin.ts';
import { networkOf, widerNetworksOf } from '#throttle/buckets.ts';
import { receiveMessage, requireFreeSender } from './contact-form.service.ts';

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

const TITLE = 'Je bericht is niet verzonden';
const FAILED = 'Er is iets misgegaan. Probeer het opnieuw.';

/** Our refusals of a message are Dutch; those that any call may get are English. */
function textOf({ code, message }: AppError): string {
  if (code === 'invalid_input' || code === 'too_many_requests') return message;
  return code === 'body_too_large' ? 'Je bericht is te lang.' : FAILED;
}

const labels = { name: 'Naam', email: 'E-mailadres', phone: 'Telefoon (niet verplicht)' };
const lengths = { name: MAX_NAME, email: MAX_EMAIL, phone: MAX_PHONE };
const fieldNames = ['name', 'email', 'phone'] as const;

/**
 * A plain page: what is wrong, and the form with all that was typed. It has no styles, because the
 * policy of the API's answers lets none in. Everything typed is escaped by `html` (threat T14).
 */
function contactErrorPage(refusal: AppError, typed: Record<string, string>) {
  const fields = fieldNames.map(
    (name) => html`
      <p>
        <label for="${name}">${labels[name]}</label><br>
        <input id="${name}" name="${name}" type="${name === 'email' ? 'email' : 'text'}"
          value="${typed[name] ?? ''}" maxlength="${lengths[name]}" ${name === 'phone' ? '' : 'required'}>
      </p>`,
  );
  const body = html`
    <h1>${TITLE}</h1>
    <p role="alert">${textOf(refusal)}</p>
    <form action="/api/contact" method="post">
      ${fields}
      <p>
        <label for="message">Bericht</label><br>
        <textarea id="message" name="message" rows="10" cols="40" maxlength="${MAX_MESSAGE}" required>
${typed.message ?? ''}</textarea>
      </p>
      <p><button>Verzenden</button></p>
    </form>
    <p><a href="/#contact">Terug naar de website</a></p>`;
  return plainDocument({ title: TITLE }, body);
}

function spoiled(cause?: unknown): AppError {
  const message = 'Het formulier is niet goed aangekomen. Probeer het opnieuw.';
  return new AppError('invalid_input', message, { cause });
}

/**
 * The fields of a plain form, urlencoded or multipart, with the line breaks that scripts use: a
 * browser sends CRLF, which would count twice. Throws `invalid_input` for files and repeated fields,
 * and what `readText` throws.
 */
async function readForm(c: AppContext, limits: Limits): Promise<Record<string, string>> {
  const text = await readText(c.req.raw, limits);
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  const form = await new Response(text, { headers }).formData().catch((cause: unknown) => {
    throw spoiled(cause);
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || fields.has(name)) throw spoiled();
    fields.set(name, value.replace(/\r\n?/g, '\n'));
  }
  return Object.fromEntries(fields);
}
