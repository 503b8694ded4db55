/** The recent grid of the home page opens the dialog (spec §2). Without this its links do their work. */
import { gridItemOfElement } from '#lib/grid-item-of-card.ts';
import { isPlainClick } from '#lib/plain-click.ts';

const grid = document.querySelector('#recent');
const links = [...(grid?.querySelectorAll<HTMLAnchorElement>('a.card') ?? [])];
const loadDialog = () => import('#dialog/open-dialog.ts');

/** The card an event is about. */
const linkOf = ({ target }: Event) =>
  links.find((link) => target instanceof Node && link.contains(target));

for (const intent of ['pointerover', 'focusin', 'touchstart'] as const) {
  grid?.addEventListener(
    intent,
    (event) => {
      // A failure here is nobody's concern yet; the click tries again.
      if (linkOf(event)) loadDialog().catch(() => undefined);
    },
    { passive: true },
  );
}

grid?.addEventListener('click', (event) => {
  const link = linkOf(event);
  if (!link || !(event instanceof MouseEvent) || !isPlainClick(event)) return;
  event.preventDefault();
  open(links.indexOf(link)).catch(() => location.assign(link.href));
});

async function open(index: number): Promise<void> {
  const { openDialog } = await loadDialog();
  await openDialog({
    list: {
      count: links.length,
      item: async (at) => {
        const link = links[at];
        if (!link) throw new RangeError(`no recent item ${at}`);
        return gridItemOfElement(link);
      },
    },
    index,
    onClose: (at) => links[at]?.focus(),
  });
}
