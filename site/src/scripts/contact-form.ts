/**
 * Sends the contact form without leaving the page (spec §4). Without this script it works as a plain
 * form.
 */
import { contactForm } from '#copy/scripts.ts';
import { type Notice, noAnswer, type Outcome, outcomeOf, refusalOf } from '#lib/contact-outcome.ts';
import { build } from '#lib/dom.ts';

/** Long enough for a slow connection. */
const TIMEOUT_MS = 20_000;
/** How long the notice of a sent message stays after the next message is begun. */
const TOAST_HIDE_MS = 5000;

let hiding: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows one notice at a time in the page's two live regions, errors in the urgent one, so that screen
 * readers announce it. It stays until it is closed or the next attempt. Null removes it.
 */
function showToast(notice: Notice | null): void {
  clearTimeout(hiding);
  hiding = undefined;
  for (const region of document.querySelectorAll('[data-toasts] > *')) region.replaceChildren();
  if (!notice) return;
  const { title, text, isError } = notice;
  const words = [build('strong', {}, title), build('span', {}, text)];
  const named = { type: 'button', class: 'toast__close', 'aria-label': contactForm.close };
  const close = build('button', named, '×');
  close.addEventListener('click', () => showToast(null));
  const toast = build(
    'div',
    { class: 'toast', 'data-error': isError },
    build('div', { class: 'toast__words' }, ...words),
    close,
  );
  document.querySelector(`[data-toasts] > [role="${isError ? 'alert' : 'status'}"]`)?.append(toast);
}

/** Removes the notice of a sent message when another one is begun. */
function outdateToast(): void {
  if (document.querySelector('[data-toasts] > [role="status"] > *'))
    hiding ??= setTimeout(() => showToast(null), TOAST_HIDE_MS);
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

/** Fields that can show an error. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(isField).filter(({ dataset }) => 'field' in dataset);
}

function markField(field: Field, text: string): void {
  const words = document.getElementById(`${field.id}-fout`);
  if (words) words.textContent = text;
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** Shows the outcome; the first invalid field gets the focus. */
function show(form: HTMLFormElement, { notice, errors }: Outcome): void {
  const fields = fieldsOf(form);
  for (const field of fields) markField(field, errors[field.name] ?? '');
  showToast(notice);
  fields.find(({ name }) => errors[name])?.focus();
}

function valuesOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(texts);
}

async function post(values: Record<string, string>, known: string[]): Promise<Outcome> {
  try {
    const answer = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // Time since the page was opened: a form that the browser fills in is not a bot's.
      body: JSON.stringify({ ...values, fillMs: Math.round(performance.now()) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body: unknown = await answer.json().catch(() => null);
    const retryAfter = answer.headers.get('Retry-After');
    return outcomeOf({ status: answer.status, body, retryAfter }, known);
  } catch {
    return noAnswer;
  }
}

async function send(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const fields = fieldsOf(form);
  const values = valuesOf(form);
  const isEmailWrong = fields.some(({ validity }) => validity.typeMismatch);
  const refusal = refusalOf(values, isEmailWrong);
  if (refusal) return show(form, refusal);
  showToast(null);
  button.disabled = true;
  button.textContent = contactForm.sending;
  const sent = fieldsOf(form).map((field) => [field, field.value] as const);
  const outcome = await post(
    values,
    fields.map(({ name }) => name),
  );
  button.disabled = false;
  button.textContent = contactForm.send;
  // A disabled button loses keyboard focus.
  if (document.activeElement === document.body) button.focus({ preventScroll: true });
  // Text typed while sending belongs to the next message.
  if (outcome.isSent) for (const [field, text] of sent) if (field.value === text) field.value = '';
  show(form, outcome);
}

const form = document.querySelector<HTMLFormElement>('[data-contact-form]');
const button = form?.querySelector('button');
if (form && button) {
  // The browser's own messages would appear before ours.
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!button.disabled) void send(form, button);
  });
  form.addEventListener('input', ({ target }) => {
    if (target instanceof Element && isField(target)) markField(target, '');
    outdateToast();
  });
}
