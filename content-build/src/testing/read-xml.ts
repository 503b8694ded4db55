/** A strict reader of XML 1.0 as our own files need it: whatever is not well-formed throws. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** All text inside, decoded. */
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const TAG = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*(\/?)>/y;
const TEXT = /[^<]+/y;
/** Characters that no XML document may hold. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

function decode(text: string): string {
  if (text.includes(']]>')) throw new Error(`]]> in text: ${text}`);
  return text.replace(/&([^;&]*;?)/g, (whole, name: string) => {
    const sign = ENTITIES[name.replace(/;$/, '')];
    if (sign === undefined || !name.endsWith(';')) throw new Error(`unknown entity ${whole}`);
    return sign;
  });
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([\w:.-]+)="([^"]*)"/g)) {
    if (name in found) throw new Error(`${name} stands twice`);
    found[name] = decode(value);
  }
  return found;
}

/** The root of a document. Prefixes must be declared on the root. Throws on the first fault. */
export function readXml(text: string): XmlElement {
  const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!text.startsWith(prolog)) throw new Error('it has no XML declaration');
  if (FORBIDDEN.test(text)) throw new Error('it has characters that XML can not hold');
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let at = prolog.length;
  while (at < text.length) {
    const here = open.at(-1) ?? top;
    const pattern = text[at] === '<' ? TAG : TEXT;
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw new Error(`not well-formed at: ${text.slice(at, at + 60)}`);
    at = pattern.lastIndex;
    const [whole, closing, name = '', attributes = '', empty] = match;
    if (pattern === TEXT) {
      const plain = decode(whole);
      if (here === top && plain.trim() !== '') throw new Error('text outside the root');
      for (const element of open) element.text += plain;
    } else if (closing) {
      if (open.length === 1 || here.name !== name) throw new Error(`unexpected </${name}>`);
      open.pop();
    } else {
      const element = { name, attributes: attributesOf(attributes), children: [], text: '' };
      here.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [root, second] = top.children;
  if (open.length > 1 || !root || second) throw new Error('it has no single, closed root');
  requirePrefixes(root, root);
  return root;
}

function requirePrefixes(element: XmlElement, root: XmlElement): void {
  const [prefix, local] = element.name.split(':');
  if (local !== undefined && !(`xmlns:${prefix}` in root.attributes))
    throw new Error(`nobody says what ${element.name} is`);
  for (const child of element.children) requirePrefixes(child, root);
}

/** Every element of this name at any depth. */
export function allNamed(root: XmlElement, name: string): XmlElement[] {
  const below = root.children.flatMap((child) => allNamed(child, name));
  return root.name === name ? [root, ...below] : below;
}
