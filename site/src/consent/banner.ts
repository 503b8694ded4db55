/**
 * Asks for consent before Google Analytics. A site without an id does not
 * include this script.
 */
import {
  CHOICE_KEY,
  type Choice,
  choiceText,
  type PrivacySignals,
  saysNo,
  validChoice,
} from './consent-choice.ts';
import { createAnalytics } from './google-analytics.ts';

/** The stored choice; a browser that stores nothing is asked on every page. */
function stored(): string | null {
  try {
    return localStorage.getItem(CHOICE_KEY);
  } catch {
    return null;
  }
}

function store(text: string): void {
  try {
    localStorage.setItem(CHOICE_KEY, text);
  } catch {
    // The choice then applies to this page only.
  }
}

function setUpConsent(banner: HTMLElement, id: string): void {
  const analytics = createAnalytics(id);
  const opener = document.querySelector<HTMLElement>('[data-cookies]');
  const signals: PrivacySignals = navigator;
  const measure = new ResizeObserver(() => {
    const height = banner.hidden ? 0 : banner.offsetHeight;
    // Makes room at the end of the page and around the focused element (consent.css).
    document.documentElement.style.setProperty('--consent', `${height}px`);
  });
  measure.observe(banner);

  const apply = (choice: Choice | null) => {
    banner.hidden = choice !== null || saysNo(signals);
    if (choice === 'accepted') analytics.start();
    else analytics.stop();
  };
  const current = () => validChoice(stored(), id, Date.now());

  for (const button of banner.querySelectorAll<HTMLButtonElement>('[data-choice]'))
    button.addEventListener('click', () => {
      const hadFocus = banner.contains(document.activeElement);
      const choice: Choice = button.dataset.choice === 'accepted' ? 'accepted' : 'refused';
      store(choiceText(choice, id, Date.now()));
      apply(choice);
      banner.hidden = true;
      // Returns the focus to the button that opened it, or else to the main content.
      const next = banner.dataset.reopened === undefined ? document.querySelector('main') : opener;
      if (hadFocus && next instanceof HTMLElement) next.focus({ preventScroll: true });
      delete banner.dataset.reopened;
    });
  opener?.addEventListener('click', () => {
    banner.hidden = false;
    banner.dataset.reopened = '';
    banner.focus();
  });
  document.addEventListener('focusin', ({ target }) => {
    if (banner.hidden || !(target instanceof Element) || banner.contains(target)) return;
    // Browsers scroll only a field's cursor into view, and only after this event.
    requestAnimationFrame(() => target.scrollIntoView({ block: 'nearest' }));
  });
  // A choice made in another tab applies here too, and on a page restored by Back.
  addEventListener('storage', ({ key }) => {
    if (key === CHOICE_KEY || key === null) apply(current());
  });
  addEventListener('pageshow', ({ persisted }) => persisted && apply(current()));
  apply(current());
}

const banner = document.querySelector<HTMLElement>('[data-consent]');
if (banner?.dataset.consent) setUpConsent(banner, banner.dataset.consent);
