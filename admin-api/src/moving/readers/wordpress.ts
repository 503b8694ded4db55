/** WordPress: its export (WXR, an XML file) with the folder `uploads`. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { plainDate } from '@veldlicht/contract/file-facts';
import { reason } from '@veldlicht/contract/reason';
import { shownInBlocks } from '@veldlicht/contract/story-body';
import { SaxesParser } from 'saxes';
import { type FolderFiles, isMedia, MAX_DUMP_MB, nameOf } from './folder-files.ts';
import { type FormMaker, formMaker, instantOf, type Reader } from './form-maker.ts';
import { htmlBlocks, type PictureName, plainWords } from './html-words.ts';

const MARK = 'http://wordpress.org/export/';

/** An item of the export: its texts by element, and its metadata of WordPress, plug-ins and themes. */
interface Entry {
  id: string;
  texts: Record<string, string>;
  meta: Record<string, string>;
  categories: string[];
}

/** Reads the items of a file in that encoding. Returns whether it is whole. */
async function readEntries(file: string, encoding: string, entries: Entry[]): Promise<boolean> {
  let entry: Entry | null = null;
  let isWhole = false;
  let [text, metaKey, depth] = ['', '', 0];
  const parser = new SaxesParser();
  const take = (piece: string) => {
    text += piece;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  // Old exports hold characters that XML forbids; the rest is readable.
  parser.on('error', () => {});
  parser.on('opentag', ({ name }) => {
    text = '';
    depth++;
    if (name !== 'item') return;
    entry = { id: '', texts: {}, meta: {}, categories: [] };
    depth = 0;
  });
  parser.on('closetag', ({ name }) => {
    if (entry && name === 'item') {
      entries.push({ ...entry, id: entry.texts['wp:post_id'] ?? '' });
      entry = null;
    } else if (entry && name === 'wp:meta_key') metaKey = text;
    else if (entry && name === 'wp:meta_value') entry.meta[metaKey] = text;
    else if (entry && depth === 1 && name === 'category') entry.categories.push(text);
    else if (entry && depth === 1) entry.texts[name] = text;
    isWhole ||= name === 'rss';
    text = '';
    depth--;
  });
  const decoder = new TextDecoder(encoding);
  for await (const piece of createReadStream(file))
    parser.write(decoder.decode(piece, { stream: true }));
  parser.close();
  return isWhole;
}

const SIZE = /-(?:\d+x\d+|scaled|rotated)(?=\.\w+$)/;

/** Returns the part of an address or a path below `uploads`. */
function belowUploads(address: string): string {
  const [plain = ''] = address.split(/[?#]/);
  const inner = plain.slice(plain.lastIndexOf('/uploads/') + 1).replace(/^uploads\//, '');
  try {
    return decodeURI(inner).normalize();
  } catch {
    return inner.normalize();
  }
}

/** Finds attachments with their files, wherever `uploads` lies. */
function attachmentsOf(entries: readonly Entry[], paths: readonly string[]) {
  const byName = Map.groupBy(paths.filter(isMedia), (file) => nameOf(file).normalize());
  const find = (inner: string) =>
    byName.get(nameOf(inner))?.find((file) => `/${file.normalize()}`.endsWith(`/${inner}`));
  return entries
    .filter(({ texts }) => texts['wp:post_type'] === 'attachment')
    .map((entry) => {
      const url = entry.texts['wp:attachment_url'] ?? '';
      const named = belowUploads(entry.meta._wp_attached_file || url);
      const original = named.replace(/-(?:scaled|rotated)(?=\.\w+$)/, '');
      // WordPress keeps the original beside a photo that it scaled down.
      return { ...entry, url, named, file: find(original) ?? find(named) };
    });
}
type Attachment = ReturnType<typeof attachmentsOf>[number];

/** Finds an attachment by its number or the address of one of its sizes. */
function pictureFinder(attachments: readonly Attachment[]) {
  const byId = new Map(attachments.map((one) => [one.id, one]));
  // A full name wins over one that differs in its size.
  const byPath = new Map([
    ...attachments.map((one) => [one.named.replace(SIZE, ''), one] as const),
    ...attachments.map((one) => [one.named, one] as const),
  ]);
  return ({ id, src = '' }: PictureName) => {
    const inner = belowUploads(src);
    return byId.get(id ?? '') ?? byPath.get(inner) ?? byPath.get(inner.replace(SIZE, ''));
  };
}

const statusOf = ({ texts }: Entry) =>
  texts['wp:post_password'] ? 'private' : (texts['wp:status'] ?? '');

function addAttachment(maker: FormMaker, one: Attachment, isShown: boolean): void {
  const { texts, meta, categories, url, named, file } = one;
  const title = plainWords(texts.title);
  const said = ['excerpt:encoded', 'content:encoded'].map((name) => plainWords(texts[name]));
  maker.item({
    sourceId: one.id,
    file,
    // The default title of an attachment is its file name.
    title: title === path.parse(named).name.replace(/-(?:scaled|rotated)$/, '') ? null : title,
    description: [...new Set(said)].filter(Boolean).join('\n\n'),
    alt: plainWords(meta._wp_attachment_image_alt),
    // A blog shows no places.
    privacy: 'hidden',
    keywords: categories.length > 0 ? categories.map(plainWords) : undefined,
    visibility: isShown && !texts['wp:post_password'] ? 'public' : 'private',
    publishedAt: instantOf(texts['wp:post_date_gmt']),
    oldAddresses: [texts.link, url, url.replace('-scaled.', '.')],
  });
}

/** Blogs wrote their exports in the encoding of their pages. */
const ENCODING = /^<\?xml[^>]* encoding="(iso-8859-\d+|windows-125\d)"/i;

/** Reads all exports of a folder, with a reason in `left` for each that is cut off; none is there without one. */
async function entriesIn(files: FolderFiles, left: string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const file of files.paths.filter((one) => /\.xml$/i.test(one))) {
    const head = (await files.head(file)).toString('latin1');
    if (!head.includes(MARK)) continue;
    const place = await files.within(file, MAX_DUMP_MB);
    const isWhole = await readEntries(place, ENCODING.exec(head)?.[1] ?? 'utf-8', entries);
    if (!isWhole) left.push(reason('import_file', { file, why: reason('import_cut_off') }));
  }
  return entries;
}

export const wordpress: Reader = {
  found: 'import_as_wordpress',
  read: async (files) => {
    const maker = formMaker(files.folder, 'wordpress');
    const entries = await entriesIn(files, maker.left);
    if (entries.length === 0) return null;
    const attachments = attachmentsOf(entries, files.paths);
    const find = pictureFinder(attachments);
    const keyOf = (name: PictureName) => {
      const one = find(name);
      return one?.file && maker.key(one.id);
    };
    const byParent = Map.groupBy(attachments, ({ texts }) => texts['wp:post_parent']);
    const attachedTo = (parent: string) =>
      (byParent.get(parent) ?? [])
        .toSorted((a, b) => Number(a.texts['wp:menu_order']) - Number(b.texts['wp:menu_order']))
        .map(({ id }) => id);
    const told = entries
      .filter(({ texts }) => ['post', 'page'].includes(texts['wp:post_type'] ?? ''))
      .filter((entry) => !['trash', 'auto-draft'].includes(statusOf(entry)))
      .map((entry) => {
        const { id, texts, meta } = entry;
        const read = htmlBlocks(texts['content:encoded'] ?? '', keyOf, (of = id) => attachedTo(of));
        const shown = [keyOf({ id: meta._thumbnail_id }), ...shownInBlocks(read.blocks)];
        return { ...entry, ...read, shown: [...shown, ...attachedTo(id).map(maker.key)] };
      });
    // Visitors saw what public posts and pages show or have attached.
    const open = told.filter((entry) => statusOf(entry) === 'publish');
    const isShown = new Set(open.flatMap(({ shown }) => shown));
    for (const one of attachments)
      if (one.file !== undefined) addAttachment(maker, one, isShown.has(maker.key(one.id)));
    const left = attachments.filter(({ file }) => file === undefined);
    const lost = left.map(({ named }) => named);
    const pages = told.filter(({ texts }) => texts['wp:post_type'] === 'page');
    for (const { texts } of [...left, ...pages])
      maker.gone({ oldAddresses: [texts.link, texts['wp:attachment_url']] });
    for (const entry of told.filter(({ texts }) => texts['wp:post_type'] === 'post')) {
      const { id, texts, meta, blocks, missing } = entry;
      const title = plainWords(texts.title) || texts['wp:post_name'];
      const status = statusOf(entry);
      const isDraft = status === 'draft' || status === 'pending';
      maker.story('note', {
        sourceId: id,
        title,
        cover: meta._thumbnail_id,
        words: blocks,
        date: plainDate(texts['wp:post_date']),
        visibility: status === 'publish' ? 'public' : isDraft ? 'draft' : 'private',
        oldAddresses: [texts.link],
      });
      maker.leave('left_pictures', missing, title);
    }
    const [pictures, others] = [lost.filter(isMedia), lost.filter((name) => !isMedia(name))];
    maker.leave('left_without_file', pictures);
    maker.leave('left_other_files', others);
    maker.leave(
      'left_pages',
      pages.map(({ texts }) => `“${plainWords(texts.title)}”`),
    );
    return maker.finish();
  },
};
