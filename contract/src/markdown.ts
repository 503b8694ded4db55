/** The owner's Markdown as HTML that can do no harm (decision 075). */
import { micromark } from 'micromark';

/** Pictures have their own place on the page; those of elsewhere would tell who reads it. */
const withoutPictures = { disable: { null: ['labelStartImage'] } };

/**
 * CommonMark. Raw HTML comes out as text, and an address that is not http, https, mailto or of this site leads
 * nowhere. Headings begin at the second level: the page has the first.
 */
export function markdownHtml(text: string): string {
  return (
    micromark(text, { extensions: [withoutPictures] })
      // What is typed can stand in neither form: its `<` and `"` are written as entities.
      .replace(/(<\/?h)([1-5])(?=>)/g, (_, start, level) => `${start}${Number(level) + 1}`)
      .replace(/ href="(?:ircs?|xmpp):[^"]*"/gi, ' href=""')
  );
}
