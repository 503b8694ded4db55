/** Turns HTML into plain words, or into the blocks of a story. */
import { toOneLine } from '@veldlicht/contract/name';
import type { Block } from '@veldlicht/contract/story-body';
import Turndown from 'turndown';
import { escapeCaption, readBlocks } from '../story-markdown.ts';

/** The part of the parser's elements that is used here. */
interface Element {
  nodeName: string;
  className: string;
  textContent: string;
  getAttribute: (name: string) => string | null;
  querySelector: (selector: string) => Element | null;
  querySelectorAll: (selector: string) => ArrayLike<Element> & Iterable<Element>;
}

const windows1252 = new TextDecoder('windows-1252');
/** The byte of each letter in Windows-1252. */
const byteOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [windows1252.decode(Uint8Array.of(byte)), byte]),
);

/** Repairs UTF-8 that was read as Windows-1252: 'CafÃ©' → 'Café'. Other texts stay as they are. */
export function repaired(text: string): string {
  const bytes = [...text].map((letter) => byteOf.get(letter) ?? letter.codePointAt(0) ?? 256);
  if (bytes.every((byte) => byte < 128) || bytes.some((byte) => byte > 255)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
  } catch {
    return text;
  }
}

const AFTER_BLOCK =
  /(<\/?(?:p|div|ul|ol|li|h[1-6]|figure|figcaption|blockquote|table|tr|br|hr|pre|img)\b[^<>]*>)?\n/g;

/** Turns line ends into HTML, as WordPress and Flickr do: an empty line ends a paragraph. */
const withLines = (html: string) =>
  html
    .replaceAll('\r\n', '\n')
    .replace(/\n(?:[ \t]*\n)+/g, '<p></p>')
    .replace(AFTER_BLOCK, (_, tag?: string) => (tag ? `${tag} ` : '<br>'));

/** The parser is slow on deep nesting, which nobody writes by hand. */
const DEEPEST = 200;
const TAG = /<(\/?)(?!(?:p|li|td|th|tr|dt|dd|br|hr|img|input|wbr|source)\b)[a-z]/gi;

/** Converts HTML; strips the tags of what is nested too deeply. */
function convert(service: Turndown, html: string): string {
  let depth = 0;
  for (const [, isEnd] of html.matchAll(TAG)) {
    depth = Math.max(0, depth + (isEnd ? -1 : 1));
    if (depth > DEEPEST) return html.replace(/<[^<>]*>/g, ' ').trim();
  }
  return service.turndown(html);
}

const linkOf = (node: Element) => node.getAttribute('href')?.trim() ?? '';
const leads = (address: string) => /^(?:https?:|mailto:|\/)/i.test(address);
const withoutProtocol = (address: string) => address.replace(/^https?:\/\/|\/$/g, '');
const unseen = ['script', 'style', 'noscript'] as const;

const plain = new Turndown({ br: '' })
  .remove([...unseen])
  .addRule('words', {
    filter: ['strong', 'b', 'em', 'i', 'code', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content) => content,
  })
  .addRule('pictures', { filter: 'img', replacement: () => '' })
  .addRule('links', {
    filter: 'a',
    replacement: (content, node) => {
      const address = linkOf(node);
      const isSaid = !leads(address) || withoutProtocol(content) === withoutProtocol(address);
      return isSaid ? content : `${content} (${address})`;
    },
  });
plain.escape = (words) => words;

/** Returns plain words on lines; addresses of links follow their words. */
export function plainWords(html: string | null | undefined): string {
  const text = repaired(html ?? '');
  return /[<&]/.test(text) ? convert(plain, withLines(text)) : text.trim();
}

/** Names a picture or video: the number of its attachment, or the address of its file. */
export interface PictureName {
  id?: string | undefined;
  src?: string | undefined;
}

/** Turns the shortcodes of WordPress into HTML. */
function withoutShortcodes(html: string, gallery: (of: string | undefined) => string[]): string {
  return html
    .replace(/\[gallery\b([^\][]*)\]/g, (_, words: string) => {
      const ids = / ids=["'”″]?([\d, ]+)/.exec(words)?.[1]?.match(/\d+/g);
      const all = ids ?? gallery(/ id=["'”″]?(\d+)/.exec(words)?.[1]);
      return all.map((id) => `<img data-id="${id}">`).join('');
    })
    .replace(/\[(\/?)(?:wp_)?caption\b[^\][]*\]/g, '<$1figure>')
    .replace(/\[video\b([^\][]*)\]/g, (_, words: string) =>
      (words.match(/https?:[^\s"']+/g) ?? []).map((src) => `<video src="${src}"></video>`).join(''),
    )
    .replace(/\[\/?(?:video|audio|embed|playlist)\b[^\][]*\]/g, '');
}

/**
 * Returns words as Markdown with pictures between them, and the names of pictures without a key. `find` returns the key
 * of a picture, `gallery` the attachments of a post.
 */
export function htmlBlocks(
  html: string,
  find: (name: PictureName) => string | undefined = () => undefined,
  gallery: (of: string | undefined) => string[] = () => [],
): { blocks: Block[]; missing: string[] } {
  const missing: string[] = [];
  const pictureOf = (element: Element, caption = '') => {
    const id = /\bwp-image-(\d+)/.exec(element.className)?.[1] ?? element.getAttribute('data-id');
    const holder = element.getAttribute('src') ? element : element.querySelector('source');
    const name = { id: id ?? undefined, src: holder?.getAttribute('src') ?? undefined };
    const key = find(name);
    if (key === undefined) missing.push(name.src ?? name.id ?? 'one without an address');
    return key === undefined ? '' : `\n\n![${escapeCaption(toOneLine(caption))}](${key})\n\n`;
  };
  const service = new Turndown({
    headingStyle: 'atx',
    hr: '***',
    bulletListMarker: '-',
    emDelimiter: '*',
  })
    .remove([...unseen])
    .addRule('pictures', {
      filter: ['img', 'video'],
      replacement: (_, node) => pictureOf(node as Element),
    })
    .addRule('figures', {
      filter: (node) =>
        node.nodeName === 'FIGURE' && node.querySelectorAll('img, video').length === 1,
      replacement: (_, node) => {
        const figure = node as Element;
        const [picture] = figure.querySelectorAll('img, video');
        const words = (figure.querySelector('figcaption') ?? figure).textContent ?? '';
        return picture ? pictureOf(picture, words) : '';
      },
    })
    .addRule('links', {
      filter: 'a',
      replacement: (content, node) => {
        const address = linkOf(node).replace(/[\s()<>\\]/g, encodeURIComponent);
        const isBare = /^<http|!\[.*\]\(/.test(content.trim()) || content.trim() === '';
        return isBare || !leads(address) ? content : `[${content}](<${address}>)`;
      },
    })
    .addRule('frames', {
      filter: 'iframe',
      replacement: (_, node) => {
        const src = (node as Element).getAttribute('src') ?? '';
        return /^https?:[^\s<>]+$/.test(src) ? `\n\n<${src}>\n\n` : '';
      },
    });
  const escaped = service.escape.bind(service);
  service.escape = (words) =>
    /^\s*https?:\/\/[^\s<>]+\s*$/.test(words) ? `<${words.trim()}>` : escaped(words);
  const whole = withoutShortcodes(html, gallery);
  // The block editor writes paragraphs itself.
  const text = convert(service, whole.includes('<!-- wp:') ? whole : withLines(whole));
  // A picture in a list or a quote becomes a block of its own.
  const blocks = readBlocks(text.replace(/^[ \t>]+(?=!\[)/gm, '')).map((block) =>
    block.kind === 'text' ? { ...block, text: block.text.trim() } : block,
  );
  return { blocks: blocks.filter((block) => block.kind !== 'text' || block.text !== ''), missing };
}
