import { dialogCopy as copy } from '#copy/dialog.ts';
import { build, icon } from './build-element.ts';

const icons = {
  previous: 'M15 4 7 12l8 8',
  next: 'm9 4 8 8-8 8',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.2 15.2 21 21M7.5 10.5h6M10.5 7.5v6',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.2 15.2 21 21M7.5 10.5h6',
  share: 'M12 15V3M7.5 7 12 2.5 16.5 7M6 11H4.5v10h15V11H18',
  details: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5.5M12 7.4v.2',
  close: 'M5 5l14 14M19 5 5 19',
};

type Control = keyof typeof icons;

/** Class names of the controls are those of the stylesheet; `name` is what people hear and see. */
function control(kind: Control, more: Record<string, string> = {}): HTMLButtonElement {
  return build(
    'button',
    {
      type: 'button',
      class: `dialog__control dialog__control--${kind}`,
      'aria-label': copy[kind],
      title: copy[kind],
      ...more,
    },
    icon(icons[kind]),
  );
}

/** The parts of the dialog that change. */
export type DialogFrame = ReturnType<typeof buildFrame>;

/** Builds the dialog, empty and not yet in the page. */
export function buildFrame() {
  const stage = build('div', { class: 'dialog__stage' });
  const counter = build('span', { class: 'dialog__counter', 'aria-hidden': 'true' });
  const title = build('h2', { class: 'dialog__title', id: 'dialog-title' });
  const place = build('p', { class: 'dialog__place' });
  const more = build('div', { class: 'dialog__more' });
  const head = build('div', { class: 'dialog__head' }, title, place);
  const details = build('div', { class: 'dialog__details', id: 'dialog-details' }, head, more);
  const notice = build('p', { class: 'dialog__notice', role: 'status' });
  const status = build('p', { class: 'visually-hidden', role: 'status', 'data-position': '' });
  const previous = control('previous');
  const next = control('next');
  const zoomIn = control('zoomIn');
  const zoomOut = control('zoomOut');
  const share = control('share');
  const toggle = control('details', { 'aria-controls': 'dialog-details' });
  const close = control('close');
  const bar = build(
    'div',
    { class: 'dialog__bar', role: 'group', 'aria-label': copy.controls },
    build('div', { class: 'dialog__paging' }, previous, counter, next),
    build('div', { class: 'dialog__actions' }, zoomOut, zoomIn, share, toggle, close),
  );
  const dialog = build(
    'dialog',
    {
      class: 'dialog',
      'aria-modal': 'true',
      'aria-labelledby': title.id,
      tabindex: '-1',
    },
    ...[stage, bar, details, notice, status],
  );
  return {
    ...{ dialog, stage, bar, details, head, counter, title, place, more, notice, status },
    ...{ previous, next, zoomIn, zoomOut, share, toggle, close },
  };
}
