/** What a file fills in: its facts, and the tags that its keywords name (pure). */
import type { FileFacts } from '@veldlicht/contract/file-facts';
import { foldName } from '@veldlicht/contract/name';

/** Keywords are those that no tag is called by yet. */
export interface FileWords extends FileFacts {
  tags: string[];
}

/** Tells keywords that are tags, whatever their case, from those that are none; a place in words stands in for a position. */
export function wordsOf(facts: FileFacts, tagNames: readonly string[]): FileWords {
  const byName = new Map(tagNames.map((name) => [foldName(name), name]));
  const tagOf = (word: string) => byName.get(foldName(word));
  return {
    ...facts,
    location: facts.location ?? facts.city,
    tags: facts.keywords.flatMap((word) => tagOf(word) ?? []),
    keywords: facts.keywords.filter((word) => !tagOf(word)),
  };
}
