import { contentTypeOf } from '@veldlicht/contract/content-type';

/** The content type of a file of the site by its name. Throws for a kind that nobody expected. */
export function fileType(file: string): string {
  const type = contentTypeOf(file);
  if (type === null) throw new Error(`${file} is of no known type`);
  return type;
}
