/** What a visitor without script sees when a message could not be taken. */
import { MAX_EMAIL, MAX_MESSAGE, MAX_PHONE } from '@veldlicht/contract/contact';
import { MAX_NAME } from '@veldlicht/contract/limits';
import { html } from 'hono/html';
import type { AppError } from '#http/app-error.ts';
import { plainDocument } from '#http/plain-document.ts';

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
export function contactErrorPage(refusal: AppError, typed: Record<string, string>) {
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
