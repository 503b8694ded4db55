/** Pages of a release as documents, and what is wrong with them as HTML. */
import { type HtmlElement, HtmlValidate, Parser, StaticConfigLoader } from 'html-validate';

/**
 * The recommended rules, without those about how the text is laid out: templates are written for
 * bytes, not for readers of the source.
 */
const loader = new StaticConfigLoader({
  extends: ['html-validate:recommended'],
  rules: {
    'attr-case': 'off',
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // WebKit takes a list without markers for none, unless its role says so.
    'no-redundant-role': 'off',
    // A long title must not be cut for a machine's sake.
    'long-title': 'off',
  },
});
const validator = new HtmlValidate(loader);

/** What Astro writes before the first island, wherever that is; browsers take it anywhere. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

/** Faults of a page, one line each. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html.replace(ISLAND_STYLE, ''));
  return results.flatMap(({ messages }) =>
    messages.map(({ column, line, message, ruleId }) => `${ruleId} ${line}:${column} ${message}`),
  );
}

export async function readHtml(html: string): Promise<HtmlElement> {
  return new Parser(await loader.getConfigFor('page.html')).parseHtml(html);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decode(text: string): string {
  return text
    .replace(/&#(x?)([\da-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** Values of an attribute, decoded, of every element that a selector finds. */
export function valuesOf(page: HtmlElement, selector: string, attribute: string): string[] {
  return page
    .querySelectorAll(selector)
    .map((element) => element.getAttributeValue(attribute))
    .filter((value) => value !== null)
    .map(decode);
}

/** Text of every element that a selector finds. */
export function textsOf(page: HtmlElement, selector: string): string[] {
  return page.querySelectorAll(selector).map((element) => decode(element.textContent.trim()));
}
