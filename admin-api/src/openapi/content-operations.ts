/** Items, their drafts and files, categories, species and stories. */
import {
  adminCategory,
  category,
  categoryImport,
  categoryInput,
  categoryPatch,
  categoryReorder,
  declinedKeyword,
  declinedKeywords,
} from '@veldlicht/contract/category';
import {
  draftCount,
  draftDiscard,
  draftList,
  draftPatches,
  goneDrafts,
  newDrafts,
  storedUpload,
  ticketInput,
} from '@veldlicht/contract/draft';
import { guardAnswer, guardDefault, guardList } from '@veldlicht/contract/guard';
import {
  historyPage,
  historyQuery,
  undone,
  version,
  versionInput,
  versionsQuery,
} from '@veldlicht/contract/history';
import { leakReport, textAnswers, waitingText } from '@veldlicht/contract/leaks';
import {
  mediaBulkCreated,
  mediaBulkDelete,
  mediaBulkDeleted,
  mediaBulkInput,
  mediaBulkPartial,
  mediaBulkRefused,
  mediaBulkUpdate,
  mediaInput,
  mediaItem,
  mediaPatch,
  placeQuestion,
  placeWords,
} from '@veldlicht/contract/media';
import { species, speciesImported, speciesInput } from '@veldlicht/contract/species';
import { storyInput, storyItem, storyPatch, trashedStory } from '@veldlicht/contract/story';
import { trashedItem, trashRestore, trashRestored } from '@veldlicht/contract/trash';
import { finaliseInput, uploadTicket } from '@veldlicht/contract/upload';
import { z } from 'zod';
import { done } from './account-operations.ts';
import type { Operation, Operations } from './operation.ts';

function storyOperations(kinds: 'notes' | 'series', one: string): Operations {
  const base = `/api/admin/${kinds}`;
  const refused: Pick<Operation, 'errors'> = { errors: ['changed_meanwhile'] };
  return {
    [`GET ${base}`]: { does: `List ${kinds}`, answer: z.array(storyItem) },
    [`POST ${base}`]: { does: `Create ${one}`, body: storyInput, answer: storyItem },
    [`GET ${base}/:id`]: { does: `Read ${one}`, answer: storyItem },
    [`PATCH ${base}/:id`]: {
      does: `Change ${one}`,
      body: storyPatch,
      answer: storyItem,
      ...refused,
    },
    [`DELETE ${base}/:id`]: { does: `Move ${one} to the trash`, ...refused },
    [`GET ${base}/trash`]: { does: `List ${kinds} in the trash`, answer: z.array(trashedStory) },
    [`POST ${base}/trash/:id/restore`]: { does: `Restore ${one}`, answer: storyItem },
    [`DELETE ${base}/trash/:id`]: { does: `Delete ${one} for good` },
  };
}

export const contentOperations: Operations = {
  'GET /api/admin/media': { does: 'List all items', answer: z.array(mediaItem) },
  'POST /api/admin/media': { does: 'Create an item', body: mediaInput, answer: mediaItem },
  'GET /api/admin/media/:id': { does: 'Read an item', answer: mediaItem },
  'PATCH /api/admin/media/:id': {
    does: 'Change an item',
    body: mediaPatch,
    answer: mediaItem,
    errors: ['type_mismatch', 'changed_meanwhile'],
  },
  'DELETE /api/admin/media/:id': {
    does: 'Move an item to the trash',
    errors: ['changed_meanwhile'],
  },
  'GET /api/admin/media/:id/original': { does: 'Download the original file', answer: '*/*' },
  'POST /api/admin/media/:id/address': {
    does: 'Make the address again from the title',
    answer: mediaItem,
    errors: ['changed_meanwhile'],
  },
  'POST /api/admin/media/place': {
    does: 'Read how a position would be told',
    body: placeQuestion,
    answer: placeWords,
  },
  'GET /api/admin/media/protected-places': {
    does: 'List items whose place a change of rules protected',
    answer: z.array(z.string()),
  },
  'DELETE /api/admin/media/protected-places': { does: 'Dismiss that list' },
  'POST /api/admin/media/bulk': {
    does: 'Create many items; 207 if some failed, 400 if all did',
    body: mediaBulkInput,
    answer: mediaBulkCreated,
    also: { 207: mediaBulkPartial, 400: mediaBulkRefused },
  },
  'POST /api/admin/media/bulk-update': {
    does: 'Change many items alike',
    body: mediaBulkUpdate,
    answer: z.array(mediaItem),
    errors: ['not_found'],
  },
  'POST /api/admin/media/bulk-delete': {
    does: 'Move many items to the trash',
    body: mediaBulkDelete,
    answer: mediaBulkDeleted,
    errors: ['not_found'],
  },
  'GET /api/admin/media/trash': { does: 'List the trash', answer: z.array(trashedItem) },
  'POST /api/admin/media/trash/restore': {
    does: 'Restore many items',
    body: trashRestore,
    answer: trashRestored,
  },
  'POST /api/admin/media/trash/:id/restore': { does: 'Restore an item', answer: mediaItem },
  'DELETE /api/admin/media/trash/:id': { does: 'Delete an item for good' },
  'GET /api/admin/drafts': { does: 'List the drafts of Bulk Upload', answer: draftList },
  'GET /api/admin/drafts/count': { does: 'Count those drafts', answer: draftCount },
  'POST /api/admin/drafts': { does: 'Create drafts', body: newDrafts, answer: draftList },
  'PATCH /api/admin/drafts': { does: 'Change drafts', body: draftPatches, answer: goneDrafts },
  'POST /api/admin/drafts/discard': { does: 'Discard drafts', body: draftDiscard },
  'POST /api/objects/upload': {
    does: 'Ask for a signed address to send a file to',
    body: ticketInput.optional(),
    answer: uploadTicket,
    errors: ['disk_full'],
  },
  'PUT /api/uploads/:key': {
    does: 'Send the file to the signed address',
    body: '*/*',
    answer: done,
    errors: ['ticket_invalid', 'ticket_expired', 'ticket_used', 'file_too_large', 'file_empty'],
  },
  'PUT /api/media-objects': {
    does: 'Store the file that was sent, so that an item can use it',
    body: finaliseInput,
    answer: storedUpload,
    errors: ['upload_missing', 'unsupported_type', 'unreadable_file', 'media_busy'],
  },
  'GET /api/admin/history': {
    does: 'List changes, newest first',
    query: historyQuery,
    answer: historyPage,
  },
  'POST /api/admin/history/:change/undo': { does: 'Undo a change', answer: undone },
  'GET /api/admin/history/versions': {
    does: 'List earlier versions of one thing',
    query: versionsQuery,
    answer: z.array(version),
  },
  'POST /api/admin/history/versions': {
    does: 'Bring an earlier version back',
    body: versionInput,
    answer: undone,
    errors: ['not_found'],
  },
  'GET /api/admin/categories': {
    does: 'List categories and tags with their counts',
    answer: z.array(adminCategory),
  },
  'POST /api/admin/categories': {
    does: 'Create a category or tag',
    body: categoryInput,
    answer: category,
    errors: ['name_taken'],
  },
  'GET /api/admin/categories/:id': { does: 'Read a category or tag', answer: adminCategory },
  'PATCH /api/admin/categories/:id': {
    does: 'Change a category or tag',
    body: categoryPatch,
    answer: category,
    errors: ['name_taken', 'changed_meanwhile'],
  },
  'DELETE /api/admin/categories/:id': {
    does: 'Delete a category or tag that no item uses',
    errors: ['in_use', 'changed_meanwhile'],
  },
  'POST /api/admin/categories/bulk': {
    does: 'Create many categories or tags',
    body: categoryImport,
    answer: z.array(category),
  },
  'POST /api/admin/categories/reorder': {
    does: 'Put categories or tags in another order',
    body: categoryReorder,
    answer: z.array(category),
    errors: ['stale_list'],
  },
  'GET /api/admin/declined-keywords': {
    does: 'List keywords that are not offered as tags',
    answer: declinedKeywords,
  },
  'POST /api/admin/declined-keywords': {
    does: 'Add such a keyword',
    body: declinedKeyword,
    answer: declinedKeywords,
  },
  'GET /api/admin/species': {
    does: 'List species in use or of your own',
    answer: z.array(species),
  },
  'PUT /api/admin/species': {
    does: 'Add or change a species name of your own',
    body: speciesInput,
    answer: speciesImported,
  },
  'DELETE /api/admin/species/:name': {
    does: 'Delete a species name of your own',
    errors: ['in_use'],
  },
  'GET /api/admin/guard': { does: 'Read the rules for vulnerable species', answer: guardAnswer },
  'GET /api/admin/guard/defaults': {
    does: 'Read the rules that come with the program',
    answer: z.array(guardDefault),
  },
  'PUT /api/admin/guard': {
    does: 'Replace the rules',
    body: guardList,
    answer: guardAnswer,
    errors: ['changed_meanwhile'],
  },
  'GET /api/admin/leaks': {
    does: 'List texts of guarded items that may tell a place or a day',
    query: z.object({ page: z.coerce.number().int().min(1).optional() }),
    answer: leakReport,
  },
  'GET /api/admin/leaks/waiting': {
    does: 'List texts that wait for an answer since a revision',
    query: z.object({ since: z.coerce.number().int().min(0).optional() }),
    answer: z.array(waitingText),
  },
  'POST /api/admin/leaks/answers': {
    does: 'Answer whether visitors may read these texts',
    body: textAnswers,
  },
  ...storyOperations('notes', 'a note'),
  ...storyOperations('series', 'a series'),
};
