/** The users page, and missing permissions. */
export const users = {
  usersText: ['Who may sign in, and what they may do.', 'Wie mag inloggen, en wie wat mag doen.'],
  addUser: ['Add user', 'Gebruiker toevoegen'],
  editUser: ['Edit user', 'Gebruiker bewerken'],
  actions: ['Actions', 'Acties'],
  you: ['you', 'jij'],
  twoFactorMark: ['2FA', 'Twee stappen'],
  twoFactorMarkOn: ['Two-factor authentication is on', 'Tweestapsverificatie staat aan'],
  noUsersFound: ['No users found', 'Geen gebruikers gevonden'],
  noUsersHint: [
    'Add the people who work on this site.',
    'Voeg de mensen toe die aan deze site werken.',
  ],

  usernameHint: [
    'Letters, digits, dots, hyphens and underscores. You sign in with this or with the email address.',
    'Letters, cijfers, punten, koppeltekens (-) en lage streepjes (_). Inloggen kan hiermee of met het e-mailadres.',
  ],
  emailRequired: ['Email is required', 'Vul een e-mailadres in'],
  newUserPasswordHint: [
    'At least {{n}} characters. Pass it on in a safe way.',
    'Minstens {{n}} tekens. Geef het veilig door aan de gebruiker.',
  ],
  roleAdminHint: [
    'May do everything, also users and website settings.',
    'Mag alles, ook gebruikers en website-instellingen beheren.',
  ],
  roleEditorHint: [
    'May change media and categories, and read messages.',
    'Mag media en categorieën wijzigen, en berichten lezen.',
  ],
  roleViewerHint: [
    'May look at media and categories, but change nothing.',
    'Mag media en categorieën bekijken, maar niets wijzigen.',
  ],
  statusActiveHint: ['May sign in.', 'Mag inloggen.'],
  statusInactiveHint: [
    'May not sign in. Open sessions end at once.',
    'Mag niet inloggen. Wie ingelogd is, wordt meteen uitgelogd.',
  ],
  ownRoleHint: ['You cannot change your own role.', 'Je kunt je eigen rol niet wijzigen.'],
  ownStatusHint: ['You cannot change your own status.', 'Je kunt je eigen status niet wijzigen.'],
  discardUserText: [
    'What you typed about this user has not been saved.',
    'Wat je over deze gebruiker hebt ingevuld, is nog niet opgeslagen.',
  ],

  deleteUserQuestion: [
    'Are you sure you want to delete this user?',
    'Weet je zeker dat je deze gebruiker wilt verwijderen?',
  ],
  deleteUserText: [
    '{{name}} ({{email}}) is signed out at once and can no longer sign in. Photos and texts they added stay. This cannot be undone.',
    '{{name}} ({{email}}) wordt meteen uitgelogd en kan niet meer inloggen. Foto’s en teksten van deze gebruiker blijven staan. Dit kan niet ongedaan worden gemaakt.',
  ],
  deleteUserConfirm: ['Delete user', 'Gebruiker verwijderen'],

  userCreated: ['User created successfully', 'Gebruiker toegevoegd'],
  userUpdated: ['User updated successfully', 'Gebruiker bijgewerkt'],
  userDeleted: ['User deleted successfully', 'Gebruiker verwijderd'],
  failedToCreateUser: ['Failed to create user', 'De gebruiker kon niet worden toegevoegd'],
  failedToUpdateUser: ['Failed to update user', 'De gebruiker kon niet worden bijgewerkt'],
  failedToDeleteUser: ['Failed to delete user', 'De gebruiker kon niet worden verwijderd'],

  sendInvitation: ['Send an invitation', 'Stuur een uitnodiging'],
  sendInvitationHint: [
    'They get a link that works for a week, and choose their own password with it.',
    'De nieuwe gebruiker krijgt een link die een week werkt, en kiest daarmee zelf een wachtwoord.',
  ],
  invite: ['Invite', 'Uitnodigen'],
  invited: ['Invited', 'Uitgenodigd'],
  invitedUntil: ['The link works until {{when}}', 'De link werkt tot {{when}}'],
  invitationEnded: ['Invitation ended', 'Uitnodiging verlopen'],
  inviteAgainNamed: ['Invite {{name}} again', '{{name}} opnieuw uitnodigen'],
  withdrawNamed: ['Withdraw the invitation of {{name}}', 'Uitnodiging van {{name}} intrekken'],
  withdrawQuestion: ['Withdraw this invitation?', 'Deze uitnodiging intrekken?'],
  withdrawText: [
    'The link that {{name}} ({{email}}) got stops working, and the account is deleted.',
    'De link die {{name}} ({{email}}) heeft gekregen, werkt dan niet meer en het account wordt verwijderd.',
  ],
  withdrawConfirm: ['Withdraw invitation', 'Uitnodiging intrekken'],
  invitationSent: ['Invitation sent', 'Uitnodiging verstuurd'],
  invitationSentTo: [
    '{{name}} gets it at {{email}}.',
    '{{name}} krijgt de uitnodiging op {{email}}.',
  ],
  invitationMade: ['Invitation made', 'Uitnodiging gemaakt'],
  failedToInvite: ['The invitation could not be sent', 'De uitnodiging kon niet worden verstuurd'],
  invitationLink: ['Link for {{name}}', 'Link voor {{name}}'],
  invitationLinkText: [
    'This site sends no email yet. Give this link to {{name}} yourself. It works once, for a week, and is shown only now.',
    'Deze site verstuurt nog geen e-mail. Geef deze link zelf aan {{name}}. Hij werkt één keer, een week lang, en is alleen nu te zien.',
  ],
  copyLink: ['Copy link', 'Link kopiëren'],
  linkCopied: ['I have the link', 'Ik heb de link'],
} as const;
