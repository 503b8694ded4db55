/** Public lists, the site and its keeping, and other programs. */
import { BACKUP_DOWNLOAD_PATH, backupState } from '@veldlicht/contract/backup';
import { buildReport, buildReportAnswer } from '@veldlicht/contract/build';
import { category } from '@veldlicht/contract/category';
import {
  addressInput,
  contactInput,
  contactPatch,
  contactQuery,
  contactSubmission,
  eraseAnswer,
  exportAnswer,
} from '@veldlicht/contract/contact';
import { mailPatch, mailState, mailTest, mailTestAnswer } from '@veldlicht/contract/mail';
import { publicMediaItem } from '@veldlicht/contract/media';
import {
  EXPORT_PATH,
  IMPORT_FILE_PATH,
  IMPORT_PATH,
  importChoice,
  importPlan,
  importState,
  published,
} from '@veldlicht/contract/moving';
import { publishState } from '@veldlicht/contract/publishing';
import { replyInput, replySetUp } from '@veldlicht/contract/reply';
import { publicSettings, settings, settingsPatch } from '@veldlicht/contract/settings';
import { speciesName } from '@veldlicht/contract/species';
import { publicStoryLink } from '@veldlicht/contract/story';
import {
  droppedPhotoQuery,
  keyHolder,
  sentPhoto,
  sentPhotoQuery,
  sentSeries,
  sentSeriesInput,
  seriesOrder,
} from '@veldlicht/contract/upload-key';
import { visits, visitsQuery } from '@veldlicht/contract/visits';
import { z } from 'zod';
import { done } from './account-operations.ts';
import type { Operations } from './operation.ts';

const INBOX = '/api/admin/contacts';
const flag = z.enum(['true', 'false']).optional();

/** Lists that a visitor gets; a signed-in caller gets items and categories as the panel sees them. */
const publicLists: Operations = {
  'GET /api/media': { does: 'List public items', answer: z.array(publicMediaItem) },
  'GET /api/media/featured': { does: 'List featured items', answer: z.array(publicMediaItem) },
  'GET /api/media/recent': { does: 'List the newest items', answer: z.array(publicMediaItem) },
  'GET /api/categories': { does: 'List categories and tags in use', answer: z.array(category) },
  'GET /api/notes': { does: 'List public notes', answer: z.array(publicStoryLink) },
  'GET /api/series': { does: 'List public series', answer: z.array(publicStoryLink) },
};

export const siteOperations: Operations = {
  ...publicLists,
  'GET /api/species': {
    does: 'Find species by a part of a name',
    query: z.object({ q: z.string().optional() }),
    answer: z.array(speciesName),
  },
  'GET /api/settings': {
    does: 'Read the settings; an admin gets those that are not public as well',
    answer: z.union([settings, publicSettings]),
  },
  'PATCH /api/settings': {
    does: 'Change the settings',
    body: settingsPatch,
    answer: settings,
    errors: ['own_two_factor_missing', 'changed_meanwhile'],
  },
  'GET /api/health': {
    does: 'Read whether pages are served',
    answer: z.object({ status: z.literal('ok') }),
    errors: ['not_ready'],
  },
  'POST /api/contact': {
    does: 'Send a message to the photographer',
    body: contactInput,
    answer: done,
    errors: ['too_many_requests'],
  },
  [`GET ${INBOX}`]: {
    does: 'List messages; spam for admins only',
    query: contactQuery,
    answer: z.array(contactSubmission),
  },
  [`PATCH ${INBOX}/:id`]: {
    does: 'Mark a message',
    body: contactPatch,
    answer: contactSubmission,
  },
  [`DELETE ${INBOX}/:id`]: { does: 'Delete a message' },
  [`POST ${INBOX}/:id/not-spam`]: {
    does: 'Move a message to the inbox',
    answer: contactSubmission,
  },
  [`POST ${INBOX}/:id/replies`]: {
    does: 'Reply by mail',
    body: replyInput,
    answer: contactSubmission,
    errors: ['changed_meanwhile', 'too_many_requests'],
  },
  'GET /api/admin/reply-set-up': { does: 'Read how a reply is sent', answer: replySetUp },
  [`POST ${INBOX}/export`]: {
    does: 'Export everything of one mail address',
    body: addressInput,
    answer: exportAnswer,
  },
  [`POST ${INBOX}/erase`]: {
    does: 'Erase everything of one mail address',
    body: addressInput,
    answer: eraseAnswer,
  },
  'GET /api/admin/mail': { does: 'Read how mail is sent', answer: mailState },
  'PATCH /api/admin/mail': {
    does: 'Change how mail is sent',
    body: mailPatch,
    answer: mailState,
    errors: ['changed_meanwhile'],
  },
  'POST /api/admin/mail/test': {
    does: 'Send a test mail',
    body: mailTest,
    answer: mailTestAnswer,
    errors: ['too_many_requests'],
  },
  'GET /api/admin/visits': { does: 'Read page views', query: visitsQuery, answer: visits },
  'DELETE /api/admin/visits': { does: 'Delete all page views' },
  'GET /api/publishing/state': { does: 'Read what is live', answer: publishState },
  'GET /api/publishing/events': {
    does: 'Follow that state as server-sent events',
    answer: 'text/event-stream',
  },
  'POST /api/publishing/retry': { does: 'Publish again after a failure', answer: publishState },
  'GET /api/admin/backup': { does: 'Read the state of the backups', answer: backupState },
  'POST /api/admin/backup': { does: 'Make a backup now', answer: backupState },
  [`POST ${BACKUP_DOWNLOAD_PATH}`]: {
    does: 'Ask whether the newest backup can be downloaded',
    errors: ['not_found'],
  },
  [`GET ${BACKUP_DOWNLOAD_PATH}`]: {
    does: 'Download the newest backup',
    answer: 'application/x-tar',
    errors: ['not_found'],
  },
  [`POST ${EXPORT_PATH}`]: { does: 'Ask whether everything can be downloaded' },
  [`GET ${EXPORT_PATH}`]: {
    does: 'Download everything in the open form',
    query: z.object({ privatePlaces: flag, writtenCopies: flag }),
    answer: 'application/zip',
  },
  [`GET ${IMPORT_PATH}`]: { does: 'Read the state of an import', answer: importState },
  [`PUT ${IMPORT_FILE_PATH}`]: {
    does: 'Send a library to import',
    query: z.object({ name: z.string().optional() }),
    body: 'application/zip',
    answer: importState,
    errors: ['disk_full', 'upload_busy'],
  },
  [`GET ${IMPORT_PATH}/plan`]: {
    does: 'Read what an import would do',
    answer: importPlan,
  },
  [`POST ${IMPORT_PATH}`]: { does: 'Import', body: importChoice, answer: importState },
  [`DELETE ${IMPORT_PATH}`]: {
    does: 'Forget the library that was sent',
    answer: importState,
    errors: ['upload_busy'],
  },
  [`POST ${IMPORT_PATH}/publish`]: { does: 'Publish what was imported', answer: published },
  'GET /api/build/snapshot': {
    does: 'Download what to build (build token)',
    answer: 'application/vnd.sqlite3',
    errors: ['unauthenticated', 'not_ready'],
  },
  'GET /api/build/files/:hash/:name': {
    does: 'Download a public picture or video (build token)',
    answer: '*/*',
    errors: ['unauthenticated'],
  },
  'POST /api/build/report': {
    does: 'Report how a build went (build token)',
    body: buildReport,
    answer: buildReportAnswer,
    errors: ['unauthenticated', 'not_found'],
  },
  'GET /api/v1/me': {
    does: 'Read what this upload key may do',
    answer: keyHolder,
    errors: ['unauthenticated', 'forbidden'],
  },
  'PUT /api/v1/photos/:remoteId': {
    does: 'Send a photo, or a newer version of one (upload key)',
    query: sentPhotoQuery,
    body: '*/*',
    answer: sentPhoto,
    errors: ['unauthenticated', 'forbidden', 'file_too_large', 'unsupported_type', 'disk_full'],
  },
  'DELETE /api/v1/photos/:remoteId': {
    does: 'Remove a photo from a collection, or wholly (upload key)',
    query: droppedPhotoQuery,
    errors: ['unauthenticated', 'forbidden'],
  },
  'PUT /api/v1/series/:remoteId': {
    does: 'Create or rename a series (upload key)',
    body: sentSeriesInput,
    answer: sentSeries,
    errors: ['unauthenticated', 'forbidden'],
  },
  'PUT /api/v1/series/:remoteId/order': {
    does: 'Put the photos of a series in order (upload key)',
    body: seriesOrder,
    answer: sentSeries,
    errors: ['unauthenticated', 'forbidden'],
  },
  'DELETE /api/v1/series/:remoteId': {
    does: 'Remove a series (upload key)',
    errors: ['unauthenticated', 'forbidden'],
  },
};
