/** Writing XML: the one place that escapes, so that no text of the owner's can be markup. */

/** Characters that XML 1.0 has no way to write, among them halves of surrogate pairs. */
const IMPOSSIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** A text for an element or an attribute. `]]>` can't come out: every `>` is escaped. */
export function xmlText(text: string): string {
  return text.replace(IMPOSSIBLE, '').replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}

/** A piece of XML that is written already. */
export interface Markup {
  xml: string;
}

type Content = string | number | Array<Markup | null>;

/**
 * One element. A text is escaped; a list holds elements, of which null ones are left out.
 * `name` and the names of attributes are ours, never the owner's.
 */
export function element(
  name: string,
  content: Content = [],
  attributes: Record<string, string | number | undefined> = {},
): Markup {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${xmlText(String(value))}"`)
    .join('');
  const inner = Array.isArray(content)
    ? content.map((part) => part?.xml ?? '').join('')
    : xmlText(String(content));
  return { xml: inner === '' ? `<${name}${given}/>` : `<${name}${given}>${inner}</${name}>` };
}

/** A whole document; each child of the root is on its own line. */
export function xmlDocument(
  name: string,
  attributes: Record<string, string>,
  children: Array<Markup | null>,
): string {
  const lines = children.filter((child) => child !== null).map((child) => `${child.xml}\n`);
  const root = element(name, [{ xml: `\n${lines.join('')}` }], attributes);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}
