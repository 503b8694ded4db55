/** Pixels that a finger travels before it means something. */
const MEANT = 24;

/** The sheet of phones opens and closes by a pull or a tap at its head; a button does the same. */
export function dragSheet(head: HTMLElement, isOpen: () => boolean, open: (yes: boolean) => void) {
  let start: number | null = null;
  head.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button > 0) return;
    start = event.clientY;
    head.setPointerCapture(event.pointerId);
  });
  head.addEventListener('pointerup', ({ clientY }) => {
    if (start === null) return;
    const pulled = start - clientY;
    start = null;
    if (Math.abs(pulled) < MEANT / 3) open(!isOpen());
    else if (Math.abs(pulled) >= MEANT) open(pulled > 0);
  });
  head.addEventListener('pointercancel', () => {
    start = null;
  });
}
