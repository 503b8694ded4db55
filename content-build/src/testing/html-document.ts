/** Published pages as documents, and their faults as HTML. */
import { type HtmlElement, HtmlValidate, Parser, StaticConfigLoader } from 'html-validate';

/** The recommended rules, without those about layout of the source. */
const loader = new StaticConfigLoader({
  extends: ['html-validate:recommended'],
  rules: {
    'attr-case': 'off',
    'attr-quotes': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    // Without a role WebKit does not announce a list without markers.
    'no-redundant-role': 'off',
    // A long title need not be cut.
    'long-title': 'off',
  },
});
const validator = new HtmlValidate(loader);

/** Written by Astro before the first island; browsers accept it anywhere. */
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;

/** One line per fault. */
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

/** Decoded values of an attribute, of all elements that match. */
export function valuesOf(page: HtmlElement, selector: string, attribute: string): string[] {
  return page
    .querySelectorAll(selector)
    .map((element) => element.getAttributeValue(attribute))
    .filter((value) => value !== null)
    .map(decode);
}

/** Texts of all elements that match. */
export function textsOf(page: HtmlElement, selector: string): string[] {
  return page.querySelectorAll(selector).map((element) => decode(element.textContent.trim()));
}
