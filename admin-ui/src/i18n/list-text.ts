/** 'JPEG, PNG or WebP' with another word for its last link: `or` in the language of the reader. */
export function listText(list: string, or: string): string {
  return list.replace(/ or (?=\S+$)/, ` ${or} `);
}
