/**
 * A note as a Markdown file: facts between two lines of `---`, then its blocks. A picture is an image on a line of its
 * own, a pair two of them on one line, one over the full width has the title "full", and quiet space is `***`.
 */
import { type MovedFacts, movedFacts } from '@veldlicht/contract/moving';
import { reason } from '@veldlicht/contract/reason';
import type { Block } from '@veldlicht/contract/story-body';

const FENCE = '---';
const SPACE = '***';
/** Divides two texts that are blocks of their own. */
const BREAK = '<!-- -->';
const IMAGE = /!\[((?:\\.|[^\\\]])*)\]\(([^()\s]+)( "full")?\)/g;
const PICTURES = /^(?:!\[(?:\\.|[^\\\]])*\]\([^()\s]+(?: "full")?\) ?){1,2}$/;
/** A line of text that looks like one of ours, escaped any number of times. */
const ESCAPED = /^\\+(?:!\[|\*\*\*$|<!-- -->$)/;

const isOurs = (line: string) => line === SPACE || line === BREAK || PICTURES.test(line);
const encodePath = (file: string) =>
  encodeURI(`../${file}`).replace(/[()#?]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
/** A caption is one line. */
export const escapeCaption = (words: string) =>
  words
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .replace(/[\\[\]]/g, '\\$&');
const unescapeCaption = (words: string) => words.replace(/\\(.)/g, '$1');

const escapeLine = (line: string) =>
  isOurs(line) || ESCAPED.test(line) || line.startsWith('![') ? `\\${line}` : line;
const unescapeLine = (line: string) => (ESCAPED.test(line) ? line.slice(1) : line);

function blockText(block: Block): string {
  if (block.kind === 'space') return SPACE;
  if (block.kind === 'text')
    return block.text.replaceAll('\r\n', '\n').split('\n').map(escapeLine).join('\n');
  const title = block.kind === 'full' ? ' "full"' : '';
  return block.media
    .map((file, i) => `![${escapeCaption(block.captions?.[i] ?? '')}](${encodePath(file)}${title})`)
    .join(' ');
}

/** Writes a note whose pictures are named by the paths of their files. */
export function writeNote(facts: MovedFacts, blocks: readonly Block[]): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const parts = blocks.flatMap((block, i) =>
    block.kind === 'text' && blocks[i - 1]?.kind === 'text'
      ? [BREAK, blockText(block)]
      : blockText(block),
  );
  const head = `${[FENCE, ...lines, FENCE].join('\n')}\n`;
  return blocks.length === 0 ? head : `${head}\n${parts.join('\n\n')}\n`;
}

function decodePath(address: string): string {
  const file = decodeURI(address).replace(/%(28|29|23|3f)/gi, (code) => decodeURIComponent(code));
  return file.replace(/^(?:\.\.?\/)+/, '');
}

function pictureBlock(line: string): Block {
  const images = [...line.matchAll(IMAGE)];
  const kind = images.length === 2 ? 'pair' : images[0]?.[3] ? 'full' : 'single';
  return {
    kind,
    media: images.map(([, , address = '']) => decodePath(address)),
    captions: images.map(([, words = '']) => unescapeCaption(words)),
  };
}

/** Reads blocks; pictures are named by the paths of their files. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const endText = (isLast = false) => {
    // An empty line divides blocks.
    const words = isLast ? lines : lines.slice(0, -1);
    if (words.length > 0) blocks.push({ kind: 'text', text: words.map(unescapeLine).join('\n') });
    lines = [];
  };
  let isAfterOurs = false;
  for (const line of text.split('\n')) {
    if (isOurs(line)) {
      endText();
      if (line !== BREAK) blocks.push(line === SPACE ? { kind: 'space' } : pictureBlock(line));
      isAfterOurs = true;
    } else {
      if (!isAfterOurs || line !== '') lines.push(line);
      isAfterOurs = false;
    }
  }
  endText(true);
  return blocks;
}

/** Reads a note. Throws a ZodError, or an error whose message is a reason. */
export function readNote(text: string): { facts: MovedFacts; blocks: Block[] } {
  const plain = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  const end = plain.indexOf(`\n${FENCE}\n`, FENCE.length);
  if (!plain.startsWith(`${FENCE}\n`) || end < 0) throw new Error(reason('import_note_head'));
  const facts: Record<string, unknown> = {};
  for (const line of plain.slice(FENCE.length + 1, end).split('\n')) {
    const [, name = '', value = ''] = /^(\w+):(.*)$/.exec(line) ?? [];
    try {
      facts[name] = JSON.parse(value);
    } catch {
      throw new Error(reason('import_note_fact', { text: line }));
    }
  }
  const body = plain.slice(end + FENCE.length + 2);
  const blocks = body === '' ? [] : readBlocks(body.replace(/^\n/, '').replace(/\n$/, ''));
  return { facts: movedFacts.parse(facts), blocks };
}
