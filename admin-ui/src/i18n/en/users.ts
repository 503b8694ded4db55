/** The users page, and the page for who may not see one. */
export const users = {
  usersText: 'Who may sign in to this panel, and what they may do.',
  addUser: 'Add user',
  editUser: 'Edit user',
  editUserNamed: 'Edit {{name}}',
  deleteUserNamed: 'Delete {{name}}',
  actions: 'Actions',
  you: 'you',
  twoFactorMark: '2FA',
  twoFactorMarkOn: 'Two-factor authentication is on',
  loadingUsers: 'Loading users…',
  failedToLoadUsers: 'The users could not be loaded',
  noUsersFound: 'No users found',
  noUsersHint: 'Add the people who work on this site.',

  usernameHint: 'Letters, digits, dots, dashes and underscores. Signing in asks for it.',
  emailRequired: 'Email is required',
  newUserPasswordHint: 'At least {{n}} characters. Tell it to the person in a safe way.',
  roleAdminHint: 'May do everything, also users and website settings.',
  roleEditorHint: 'May change media and categories, and read messages.',
  roleViewerHint: 'May look at media and categories, and change nothing.',
  statusActiveHint: 'May sign in.',
  statusInactiveHint: 'May not sign in. Open sessions end at once.',
  ownRoleHint: 'You cannot change your own role.',
  ownStatusHint: 'You cannot change your own status.',
  discardUserText: 'What you typed about this user has not been saved.',

  deleteUserQuestion: 'Are you sure you want to delete this user?',
  deleteUserText:
    '{{name}} ({{email}}) is signed out at once and can no longer sign in. Photos and texts they added stay. This cannot be undone.',
  deleteUserConfirm: 'Delete user',

  userCreated: 'User created successfully',
  userUpdated: 'User updated successfully',
  userDeleted: 'User deleted successfully',
  failedToCreateUser: 'Failed to create user',
  failedToUpdateUser: 'Failed to update user',
  failedToDeleteUser: 'Failed to delete user',

  noAccessTitle: 'No access to this page',
  noAccessText:
    'You are signed in as {{role}}, and this page is for others. Ask an admin if you need it for your work.',
  asEditor: 'an editor',
  asViewer: 'a viewer',
  asAdmin: 'an admin',
  menuBadge_one: '{{count}} new',
  menuBadge_other: '{{count}} new',
} as const;
