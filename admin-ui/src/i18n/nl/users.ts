import type { users as english } from '../en/users.ts';

export const users: Record<keyof typeof english, string> = {
  usersText: 'Wie er in het beheer mag inloggen, en wat diegene er mag doen.',
  addUser: 'Gebruiker toevoegen',
  editUser: 'Gebruiker bewerken',
  editUserNamed: '{{name}} bewerken',
  deleteUserNamed: '{{name}} verwijderen',
  actions: 'Acties',
  you: 'jij',
  twoFactorMark: '2FA',
  twoFactorMarkOn: 'Tweestapsverificatie staat aan',
  loadingUsers: 'Gebruikers laden…',
  failedToLoadUsers: 'De gebruikers konden niet worden geladen',
  noUsersFound: 'Geen gebruikers gevonden',
  noUsersHint: 'Voeg de mensen toe die aan deze site werken.',

  usernameHint: 'Letters, cijfers, punten, streepjes en liggende streepjes. Nodig om in te loggen.',
  emailRequired: 'Vul een e-mailadres in',
  newUserPasswordHint: 'Minstens {{n}} tekens. Geef het veilig door aan wie het nodig heeft.',
  roleAdminHint: 'Mag alles, ook gebruikers en website-instellingen beheren.',
  roleEditorHint: 'Mag media en categorieën wijzigen, en berichten lezen.',
  roleViewerHint: 'Mag media en categorieën bekijken, en niets wijzigen.',
  statusActiveHint: 'Mag inloggen.',
  statusInactiveHint: 'Mag niet inloggen. Wie ingelogd is, wordt meteen uitgelogd.',
  ownRoleHint: 'Je kunt je eigen rol niet wijzigen.',
  ownStatusHint: 'Je kunt je eigen status niet wijzigen.',
  discardUserText: 'Wat je over deze gebruiker hebt ingevuld, is nog niet opgeslagen.',

  deleteUserQuestion: 'Weet je zeker dat je deze gebruiker wilt verwijderen?',
  deleteUserText:
    '{{name}} ({{email}}) wordt meteen uitgelogd en kan niet meer inloggen. Foto’s en teksten van deze gebruiker blijven staan. Dit kan niet ongedaan worden gemaakt.',
  deleteUserConfirm: 'Gebruiker verwijderen',

  userCreated: 'Gebruiker toegevoegd',
  userUpdated: 'Gebruiker bijgewerkt',
  userDeleted: 'Gebruiker verwijderd',
  failedToCreateUser: 'De gebruiker kon niet worden toegevoegd',
  failedToUpdateUser: 'De gebruiker kon niet worden bijgewerkt',
  failedToDeleteUser: 'De gebruiker kon niet worden verwijderd',

  noAccessTitle: 'Geen toegang tot deze pagina',
  noAccessText:
    'Je bent ingelogd als {{role}}, en deze pagina is voor anderen. Vraag een beheerder als je er voor je werk bij moet kunnen.',
  asEditor: 'redacteur',
  asViewer: 'kijker',
  asAdmin: 'beheerder',
  menuBadge_one: '{{count}} nieuw',
  menuBadge_other: '{{count}} nieuw',
};
