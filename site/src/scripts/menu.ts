/**
 * The menu of phones is a popover: it opens, closes and gives the focus back without script. This
 * tells assistive technology its state, keeps the focus inside, and closes it at an in-page link.
 */
export function setUpMenu(): void {
  const menu = document.querySelector<HTMLElement>('[data-menu]');
  const button = document.querySelector<HTMLElement>('[data-menu-button]');
  if (!menu || !button) return;

  const show = (open: boolean) => {
    button.setAttribute('aria-expanded', String(open));
    for (const element of document.body.children) {
      if (element instanceof HTMLElement && element !== menu) element.inert = open;
    }
    if (open) menu.querySelector<HTMLElement>('a, button')?.focus();
  };
  // It may have been opened before this script was there; browsers without popovers know no such state.
  show('popover' in menu && menu.matches(':popover-open'));
  button.setAttribute('aria-controls', menu.id);
  menu.addEventListener('toggle', ({ newState }) => {
    show(newState === 'open');
    if (newState === 'closed') button.focus({ preventScroll: true });
  });
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) menu.hidePopover();
  });
  // Turned to landscape or enlarged: the sheet's button is gone, so the sheet goes too.
  matchMedia('(min-width: 48em)').addEventListener('change', ({ matches }) => {
    if (matches && menu.matches(':popover-open')) menu.hidePopover();
  });
}
