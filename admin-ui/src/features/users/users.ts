import { adminUser } from '@veldlicht/contract/user';
import { resource } from '#lib/resource.ts';

export const users = resource({
  path: '/api/admin/users',
  schema: adminUser,
  idOf: ({ id }) => id,
  etagOf: ({ etag }) => etag,
  words: {
    created: 'userCreated',
    updated: 'userUpdated',
    deleted: 'userDeleted',
    failedToCreate: 'failedToCreateUser',
    failedToUpdate: 'failedToUpdateUser',
    failedToDelete: 'failedToDeleteUser',
  },
  isReasonEnough: true,
});
