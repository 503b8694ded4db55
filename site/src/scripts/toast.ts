import { TOAST_HIDE_MS } from '@veldlicht/contract/limits';
import { contactForm } from '#copy/contact-form.ts';
import type { Notice } from '#lib/contact-outcome.ts';

let hiding: ReturnType<typeof setTimeout> | undefined;

function element(name: string, className: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/**
 * Shows one notice at a time in the two regions of the page, the urgent one for errors, so that
 * screen readers say it. An error stays until it is closed or the next attempt; other news goes by
 * itself. Null takes it away.
 */
export function showToast(notice: Notice | null): void {
  clearTimeout(hiding);
  for (const region of document.querySelectorAll('[data-toasts] > *')) region.replaceChildren();
  if (!notice) return;
  const kind = notice.isError ? 'alert' : 'status';
  const toast = element('div', 'toast', '');
  toast.toggleAttribute('data-error', notice.isError);
  const words = element('div', 'toast__words', '');
  words.append(element('strong', '', notice.title), element('span', '', notice.text));
  const close = element('button', 'toast__close', '×');
  close.setAttribute('type', 'button');
  close.setAttribute('aria-label', contactForm.close);
  close.addEventListener('click', () => showToast(null));
  toast.append(words, close);
  document.querySelector(`[data-toasts] > [role="${kind}"]`)?.append(toast);
  if (!notice.isError) hiding = setTimeout(() => showToast(null), TOAST_HIDE_MS);
}
