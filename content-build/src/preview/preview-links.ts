/** Links that templates write themselves, such as those of the menu, made to stay in the preview (pure). */
import { previewAddress } from '@veldlicht/contract/preview';

/**
 * An attribute with an address on this site. Text and attribute values hold no bare quotation mark,
 * and a string in a script can't follow white space and `href=` with one unescaped.
 */
const LINK = /(\shref=")(\/(?!\/)[^"]*)(?=")/g;

/** Files and what is no page: hashed files, pictures, the API, the admin itself. */
const NO_PAGE = /^\/(?:_astro|media|api|admin|bibliotheek)(?:[/?#]|$)/;

function isPage(address: string): boolean {
  const [path = ''] = address.split(/[?#]/);
  return !NO_PAGE.test(address) && !path.includes('.');
}

/** Leads every link to a page of this site to the same page of the preview. */
export function keepLinksInPreview(html: string): string {
  return html.replace(LINK, (whole, start: string, address: string) =>
    isPage(address) ? start + previewAddress(address) : whole,
  );
}
