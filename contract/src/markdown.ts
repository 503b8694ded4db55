/** Renders the owner's Markdown as safe HTML (decision 023). */
import MarkdownIt from 'markdown-it';

/** Deepest nesting of quotes and lists; deeper markup is shown as text. */
const DEEPEST = 90;

/** CommonMark. At its own limit, which ours stays below, it drops the rest of the text. */
const parser = new MarkdownIt('commonmark', { html: false, maxNesting: DEEPEST + 10 });

/** Pictures have their own blocks; remote ones would tell other sites who reads a page. */
parser.disable('image');

const paragraph = parser.block.ruler.getRules('').at(-1);
parser.block.ruler.before('blockquote', 'deep_as_words', (state, from, until) =>
  state.level < DEEPEST ? false : (paragraph?.(state, from, until, false) ?? false),
);

/** Whether an address is of this site, or has one of these protocols. */
const mayLead = (address: string) =>
  !/^[^/?#]*:/.test(address) || /^(?:https?|mailto):/i.test(address);

// Called for every address, also of reference links.
parser.normalizeLink = (address) =>
  mayLead(address) ? parser.utils.lib.mdurl.encode(address) : '';
/** Shows an autolink as typed. */
parser.normalizeLinkText = (address) => address;

/** Headings start at level 2, since the page has the first, and skip no level. */
parser.core.ruler.push('lower_headings', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type.startsWith('heading_'));
  const typed = [...new Set(headings.map(({ tag }) => tag))].sort();
  let level = 1;
  for (const token of headings) {
    if (token.type === 'heading_open') level = Math.min(6, typed.indexOf(token.tag) + 2, level + 1);
    token.tag = `h${level}`;
  }
});

/** HTML of a Markdown text; raw HTML is escaped. */
export function markdownHtml(text: string): string {
  return parser.render(text).trimEnd();
}
