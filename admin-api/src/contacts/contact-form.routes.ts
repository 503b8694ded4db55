/** The contact form: JSON, and a plain HTML form for visitors without script. */
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
import { plainDocument, stylePolicy } from '#http/plain-document.ts';
import { parseInput, readJson, readText } from '#http/request-body.ts';
import { isForm } from '#http/same-origin.ts';
import { CONTENT_POLICY } from '#serving/security-headers.ts';
import { receiveMessage, requireFreeSender, senderBuckets } from './contact-form.service.ts';

const CONTACT_PATH = '/api/contact';
const SENT_PATH = '/bericht-verzonden';
/** Far more than the longest message, in bytes. */
const MAX_BODY = 64 * 1024;

/** Whether the route takes plain HTML forms (spec §4). */
export function isContactPath(path: string): boolean {
  return path === CONTACT_PATH;
}

/** Responds to a plain form: redirects to the thanks, or shows the form again with the input. */
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
    const known = toAppError(error, deps.log);
    if (known.retryAfter !== undefined) c.header('Retry-After', String(known.retryAfter));
    c.header(CONTENT_POLICY, ERROR_PAGE_POLICY);
    return c.html(contactErrorPage(known, typed), known.status);
  }
}

/** POST /api/contact for visitors (spec §7). */
export function contactFormRoutes(all: Deps) {
  const limits = { ...all.limits, jsonBytes: Math.min(all.limits.jsonBytes, MAX_BODY) };
  const deps = { ...all, limits };
  /** Storing a message waits for the disk; other requests run between any two, so a flood blocks nobody (L1). */
  const oneByOne = pLimit(1);
  return new Hono<AppEnv>().post(CONTACT_PATH, async (c) => {
    const sender = senderBuckets(addressOf(c, deps.environment));
    const receive = async (input: ContactInput) => {
      await oneByOne(() => nextLoop());
      receiveMessage(deps, input, { sender, now: deps.now() });
    };
    if (isForm(c.req.header('content-type') ?? '')) return receiveForm(c, deps, receive);
    // Before reading the body: a flood costs one look-up each.
    requireFreeSender(deps.db, sender, deps.now());
    await receive(await readJson(c, contactInput, limits));
    return c.json({ ok: true }, 201);
  });
}

const TITLE = 'Je bericht is niet verzonden';
const FAILED = 'Er is iets misgegaan. Probeer het opnieuw.';

/** Errors about the message itself are Dutch; general ones are English and replaced. */
function textOf({ code, message }: AppError): string {
  if (code === 'invalid_input' || code === 'too_many_requests') return message;
  return code === 'body_too_large' ? 'Je bericht is te lang.' : FAILED;
}

const labels = { name: 'Naam', email: 'E-mailadres', phone: 'Telefoon (niet verplicht)' };
const lengths = { name: MAX_NAME, email: MAX_EMAIL, phone: MAX_PHONE };
const fieldNames = ['name', 'email', 'phone'] as const;
/** Fields of an enquiry, kept as hidden inputs. */
const chosenNames = ['photo', 'purpose', 'size'] as const;

/** A copy of the site's look (site/src/styles), whose hashed file names are unknown here. */
const STYLE = `
:root { color-scheme: only light; background: #fbfaf6; color: #1b1e1a; font: 400 clamp(1rem, 0.96rem + 0.2vw, 1.125rem)/1.6 "Instrument Sans", system-ui, sans-serif; -webkit-text-size-adjust: 100%; }
*, ::before { box-sizing: border-box; }
body { max-width: 52rem; margin: 0 auto; padding: clamp(32px, 8vh, 96px) clamp(16px, 4vw, 64px); }
h1 { margin: 0; font: 300 clamp(2rem, 1.6rem + 1.75vw, 3.25rem)/1.1 Newsreader, Georgia, serif; letter-spacing: -0.015em; text-wrap: balance; }
p { margin: 0; }
[role="alert"] { margin-top: 20px; padding-left: 16px; border-left: 2px solid #8a2f22; color: #8a2f22; }
form { display: grid; gap: clamp(20px, 2.2vw, 32px); margin-block: clamp(28px, 3.2vw, 56px); }
label { color: #5d635b; font-size: clamp(0.8125rem, 0.79rem + 0.1vw, 0.875rem); }
input, textarea { display: block; width: 100%; padding: 9px 0 11px; border: 0; border-bottom: 1px solid #868b82; border-radius: 0; background: transparent; color: inherit; font: inherit; line-height: 1.5; }
:is(input, textarea):focus-visible { outline: 2px solid transparent; border-color: #38573a; box-shadow: 0 1px 0 #38573a; }
textarea { resize: vertical; }
button { min-width: 10em; padding: calc(0.875em - 1px) 1.5em; border: 1px solid transparent; border-radius: 2px; background: #38573a; color: #fbfaf6; font: inherit; font-weight: 500; line-height: 1.3; cursor: pointer; }
button:hover { background: #243c28; }
a { display: inline-block; padding-block: 10px; color: #38573a; }
:is(a, button):focus-visible { outline: 2px solid #38573a; outline-offset: 2px; }
`;

const ERROR_PAGE_POLICY = stylePolicy(STYLE, "'self'");

/** The error, and the form with the input, which `html` escapes (threat T14). */
function contactErrorPage(error: AppError, typed: Record<string, string>) {
  const fields = fieldNames.map(
    (name) => html`
      <p>
        <label for="${name}">${labels[name]}</label>
        <input id="${name}" name="${name}" type="${name === 'email' ? 'email' : 'text'}"
          value="${typed[name] ?? ''}" maxlength="${lengths[name]}" ${name === 'phone' ? '' : 'required'}>
      </p>`,
  );
  const chosen = chosenNames.flatMap((name) => {
    const value = typed[name];
    return value === undefined ? [] : html`<input type="hidden" name="${name}" value="${value}">`;
  });
  const photo = /^\/(?:foto|video)\/[a-z0-9-]+$/.exec(typed.photo ?? '')?.[0];
  const body = html`
    <main>
    <h1>${TITLE}</h1>
    <p role="alert">${textOf(error)}</p>
    <form action="/api/contact" method="post">
      ${chosen}
      ${fields}
      <p>
        <label for="message">Bericht</label>
        <textarea id="message" name="message" rows="8" maxlength="${MAX_MESSAGE}" ${typed.photo === undefined ? 'required' : ''}>
${typed.message ?? ''}</textarea>
      </p>
      <p><button>Verzenden</button></p>
    </form>
    <p><a href="${photo ? `${photo}#aanvraag` : '/#contact'}">Terug naar de website</a></p>
    </main>`;
  return plainDocument({ title: TITLE, style: STYLE }, body);
}

function brokenForm(cause?: unknown): AppError {
  const message = 'Het formulier is niet goed aangekomen. Probeer het opnieuw.';
  return new AppError('invalid_input', message, { cause });
}

/**
 * The fields of a plain form, urlencoded or multipart, with LF instead of the browser's CRLF, which would count as two
 * characters. Throws `invalid_input` for files and repeated fields, or as `readText`.
 */
async function readForm(c: AppContext, limits: Limits): Promise<Record<string, string>> {
  const text = await readText(c.req.raw, limits);
  const headers = { 'content-type': c.req.header('content-type') ?? '' };
  const form = await new Response(text, { headers }).formData().catch((cause: unknown) => {
    throw brokenForm(cause);
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value !== 'string' || fields.has(name)) throw brokenForm();
    fields.set(name, value.replace(/\r\n?/g, '\n'));
  }
  return Object.fromEntries(fields);
}
