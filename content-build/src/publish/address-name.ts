/** From an address of the site to the name of its file, and back. Whatever stores or serves pages asks here (pure). */
import { contentTypeOf, endingOf } from '@veldlicht/contract/content-type';

/**
 * As files of HTML, for folders: a file and a folder can't share a name there. Or as the very addresses, for
 * buckets, which add nothing to what is asked for.
 */
export type Naming = 'file' | 'address';

/** No dot before a name, but for the folder of RFC 8615, and none at all in a folder: it could be a file's name. */
const ADDRESS =
  /^\/(?:(?:\.well-known\/)?(?:[\p{L}\p{N}_][\p{L}\p{N}_~-]*\/)*[\p{L}\p{N}_][\p{L}\p{N}._~-]*)?$/u;
/** Names of pages as files, and of compressed forms: no address ends like them. */
const OF_FILES = ['html', 'br', 'gz'];

const isAddress = (text: string) => ADDRESS.test(text) && !OF_FILES.includes(endingOf(text));

function toName(address: string, naming: Naming): string {
  if (address === '/') return 'index.html';
  const isPage = contentTypeOf(address) === null;
  // Buckets and CDNs ask for these two by name.
  const isFile = naming === 'file' || address === '/404';
  return address.slice(1) + (isPage && isFile ? '.html' : '');
}

const toAddress = (name: string) =>
  name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`;

/** The name of an address. Throws for one that the site can't have. */
export function nameOf(address: string, naming: Naming): string {
  const name = toName(address, naming);
  if (!isAddress(address) || toAddress(name) !== address)
    throw new Error(`${address} is no address of the site`);
  return name;
}

/** The address of a name; null for a name that `nameOf` never gives. */
export function addressOf(name: string, naming: Naming): string | null {
  const address = toAddress(name);
  return isAddress(address) && toName(address, naming) === name ? address : null;
}
