/** Maps addresses of the site to file names and back (pure). Everything that stores or serves pages uses it. */
import { contentTypeOf, endingOf } from '@veldlicht/contract/content-type';

/**
 * `file`: names with `.html`, for folders, where a file and a folder can't share a name. `address`: the address itself,
 * for buckets, which serve exact names.
 */
export type Naming = 'file' | 'address';

/** No name begins with a dot except the folder of RFC 8615; other folder names contain no dot. */
const ADDRESS =
  /^\/(?:(?:\.well-known\/)?(?:[\p{L}\p{N}_][\p{L}\p{N}_~-]*\/)*[\p{L}\p{N}_][\p{L}\p{N}._~-]*)?$/u;
/** Endings of page files and compressed forms; no address has them. */
const OF_FILES = ['html', 'br', 'gz'];

const isAddress = (text: string) => ADDRESS.test(text) && !OF_FILES.includes(endingOf(text));

function toName(address: string, naming: Naming): string {
  if (address === '/') return 'index.html';
  const isPage = contentTypeOf(address) === null;
  // Buckets and CDNs request these two by file name.
  const isFile = naming === 'file' || address === '/404';
  return address.slice(1) + (isPage && isFile ? '.html' : '');
}

const toAddress = (name: string) =>
  name === 'index.html' ? '/' : `/${name.replace(/\.html$/, '')}`;

/** Throws for an address that the site can't have. */
export function nameOf(address: string, naming: Naming): string {
  const name = toName(address, naming);
  if (!isAddress(address) || toAddress(name) !== address)
    throw new Error(`${address} is no address of the site`);
  return name;
}

/** Null for a name that `nameOf` never returns. */
export function addressOf(name: string, naming: Naming): string | null {
  const address = toAddress(name);
  return isAddress(address) && toName(address, naming) === name ? address : null;
}
