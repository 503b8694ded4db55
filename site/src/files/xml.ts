/** Elements of XML files. */
import { xmlText } from '@veldlicht/contract/xml';

/** A piece of serialised XML. */
export interface Markup {
  xml: string;
}

type Content = string | number | Array<Markup | null>;

/**
 * One element. Text is escaped; null elements of a list are left out.
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

/** A whole document, with each child of the root on its own line. */
export function xmlDocument(
  name: string,
  attributes: Record<string, string>,
  children: Array<Markup | null>,
): string {
  const lines = children.filter((child) => child !== null).map((child) => `${child.xml}\n`);
  const root = element(name, [{ xml: `\n${lines.join('')}` }], attributes);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}
