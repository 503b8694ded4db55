/** The dashboard and backups. */
export const dashboardTexts = {
  attention: ['Needs your attention', 'Wat op je wacht'],
  attentionNone: [
    'All is well. Nothing needs your attention.',
    'Alles is in orde. Er wacht niets op je.',
  ],
  attentionUnknown: [
    'Some things could not be checked. Reload the page.',
    'Niet alles kon worden nagekeken. Laad de pagina opnieuw.',
  ],
  matterSiteFailed: [
    'Your last change is not on the site yet',
    'Je laatste wijziging staat nog niet op de site',
  ],
  matterFailed_one: [
    '{{count}} photo or video could not be made ready',
    '{{count}} foto of video kon niet klaar worden gemaakt',
  ],
  matterFailed_other: [
    '{{count}} photos or videos could not be made ready',
    '{{count}} foto’s of video’s konden niet klaar worden gemaakt',
  ],
  matterMailFailing_one: [
    '{{count}} email could not be sent yet',
    '{{count}} e-mail kon nog niet worden verstuurd',
  ],
  matterMailFailing_other: [
    '{{count}} emails could not be sent yet',
    '{{count}} e-mails konden nog niet worden verstuurd',
  ],
  matterBackup: ['The backup needs attention', 'Kijk even naar de reservekopie'],
  matterHeld_one: [
    '{{count}} text about guarded photos waits for you',
    '{{count}} tekst over beschermde foto’s wacht op je',
  ],
  matterHeld_other: [
    '{{count}} texts about guarded photos wait for you',
    '{{count}} teksten over beschermde foto’s wachten op je',
  ],
  matterWithheld_one: [
    '{{count}} photo or video is off the site: a position in its text',
    '{{count}} foto of video staat niet op de site: er staat een positie in de tekst',
  ],
  matterWithheld_other: [
    '{{count}} photos or videos are off the site: a position in their text',
    '{{count}} foto’s of video’s staan niet op de site: er staat een positie in de tekst',
  ],
  matterName: ['Tell visitors whose site this is', 'Vertel bezoekers van wie deze site is'],
  matterFirstPhotos: ['Add your first photos', 'Voeg je eerste foto’s toe'],
  matterOwnEmail: [
    'Enter your email address, so that you can get a new password',
    'Vul je e-mailadres in, zodat je een nieuw wachtwoord kunt krijgen',
  ],
  matterMailOff: [
    'Set up email, so that you hear of new messages',
    'Stel e-mail in, zodat je hoort van nieuwe berichten',
  ],
  yourLibrary: ['Your photos', 'Je foto’s'],
  libraryItems_one: ['{{count}} photo or video', '{{count}} foto of video'],
  libraryItems_other: ['{{count}} photos and videos', '{{count}} foto’s en video’s'],
  libraryDrafts_one: ['{{count}} draft', '{{count}} concept'],
  libraryDrafts_other: ['{{count}} drafts', '{{count}} concepten'],
  libraryWorking_one: ['{{count}} being made ready', '{{count}} wordt klaargemaakt'],
  libraryWorking_other: ['{{count}} being made ready', '{{count}} worden klaargemaakt'],
  libraryFailed: ['{{count}} failed', '{{count}} mislukt'],
  auditLogOpen: ['Open the audit log', 'Logboek bekijken'],
  accountsAndSecurity: ['Accounts and security', 'Accounts en beveiliging'],
  statUsers: ['Total admin users', 'Aantal gebruikers'],
  statUsersHint_one: ['{{count}} active account', '{{count}} actief account'],
  statUsersHint_other: ['{{count}} active accounts', '{{count}} actieve accounts'],
  statTwoFactor: ['Admins with 2FA', 'Met tweestaps\u00adverificatie'],
  statTwoFactorHint: ['{{percent}}% of total', '{{percent}}% van het totaal'],
  statAnalytics: ['Analytics', 'Google Analytics'],
  configured: ['Configured', 'Ingesteld'],
  notConfigured: ['Not configured', 'Niet ingesteld'],
  notConfiguredHint: ['Google measures nothing', 'Google meet niets'],
  statEnforcement: ['2FA enforcement', 'Tweestaps\u00adverificatie verplicht'],
  enforcementOnHint: ['required for everyone', 'verplicht voor iedereen'],
  enforcementOffHint: ['each person decides', 'ieder kiest zelf'],

  securityLevel: ['Security level', 'Beveiligingsniveau'],
  securityHigh: ['High', 'Hoog'],
  securityBasic: ['Basic', 'Basis'],
  activeSessions: ['Active sessions', 'Actieve sessies'],

  backups: ['Backups', 'Reservekopieën'],
  backupLast: ['Last backup: {{facts}}', 'Laatste reservekopie: {{facts}}'],
  backupVerified: ['verified', 'gecontroleerd'],
  backupNone: ['No backup yet', 'Er is nog geen reservekopie'],
  backupNoneText: [
    'One is made each night at three; you can also make one now.',
    'Elke nacht om drie uur wordt er een gemaakt; je kunt er ook nu een maken.',
  ],
  backupInBucket: [
    'The files of your photos and videos are kept in separate storage on the internet. A backup holds the list of them, not the files themselves.',
    'De bestanden van je foto’s en video’s staan in aparte opslag op internet. Een reservekopie bevat alleen de lijst ervan, niet de bestanden zelf.',
  ],
  backupLate: [
    'It is older than three days. Make one now; if that fails, have the site builder look at it.',
    'Die is ouder dan drie dagen. Maak er nu een; lukt dat niet, laat dan de bouwer van de site ernaar kijken.',
  ],
  backupIncomplete_one: [
    '{{count}} file of the library is damaged or missing, and not in it.',
    '{{count}} bestand uit de mediabibliotheek is beschadigd of ontbreekt, en zit er niet in.',
  ],
  backupIncomplete_other: [
    '{{count}} files of the library are damaged or missing, and not in it.',
    '{{count}} bestanden uit de mediabibliotheek zijn beschadigd of ontbreken, en zitten er niet in.',
  ],
  backupDiskFull: [
    'The last attempt failed: there was no room for it. Older backups are still there.',
    'De laatste poging is mislukt: er was geen ruimte. Oudere reservekopieën zijn er nog.',
  ],
  backupUnreachable: [
    'The last attempt failed: the place where backups are kept could not be reached.',
    'De laatste poging is mislukt: de plek voor reservekopieën was niet bereikbaar.',
  ],
  backupDamaged: [
    'The last attempt failed: the data did not pass its check. Have this looked at soon.',
    'De laatste poging is mislukt: de gegevens kwamen niet door de controle. Laat hier snel naar kijken.',
  ],
  backupFailed: [
    'The last attempt failed. Older backups are still there. If it fails again, have the site builder look at it.',
    'De laatste poging is mislukt. Oudere reservekopieën zijn er nog. Mislukt het weer, laat dan de bouwer van de site ernaar kijken.',
  ],
  backupNow: ['Make a backup now', 'Nu een reservekopie maken'],
  backupMaking: [
    'A backup is being made: {{percent}}%',
    'Er wordt een reservekopie gemaakt: {{percent}}%',
  ],
  failedToBackUp: [
    'The backup could not be started',
    'Het maken van de reservekopie kon niet beginnen',
  ],
  failedToDownloadBackup: [
    'The backup could not be downloaded',
    'De reservekopie kon niet worden gedownload',
  ],
  backupDownloadHint: [
    'A download is one file with everything: photos and videos, texts, messages and settings. Keep it in a safe place: it also holds addresses of visitors and the keys of the site.',
    'Een download is één bestand met alles: foto’s en video’s, teksten, berichten en instellingen. Bewaar het op een veilige plek: ook adressen van bezoekers en de sleutels van de site staan erin.',
  ],
  backupDownloadHintBucket: [
    'A download is one file with texts, messages, settings and the pictures as visitors see them, without the files you uploaded. Keep it in a safe place: it also holds addresses of visitors and the keys of the site.',
    'Een download is één bestand met teksten, berichten, instellingen en de foto’s zoals bezoekers ze zien, zonder de bestanden die je hebt geüpload. Bewaar het op een veilige plek: ook adressen van bezoekers en de sleutels van de site staan erin.',
  ],
  backupPlace: ['On the server: {{place}}', 'Op de server: {{place}}'],
  backupRestoreHint: [
    'To restore a download, unpack it and name the folder in it: npm run restore -- /…/veldlicht-…',
    'Zo zet je een download terug: pak hem uit en geef op waar de map staat die erin zit: npm run restore -- /…/veldlicht-…',
  ],

  quickAnalytics: ['Set up analytics', 'Google Analytics instellen'],
  quickAnalyticsHint: ['Enter a Google Analytics ID', 'Vul een Google Analytics-ID in'],
  quickSetUp2FA: ['Set up 2FA', 'Tweestaps\u00adverificatie instellen'],
  quickSetUp2FAHint: [
    'Protect your own account with a second step',
    'Bescherm je eigen account met een tweede stap',
  ],
  quickManage2FA: ['Manage 2FA', 'Tweestaps\u00adverificatie beheren'],
  quickManage2FAHint: ['Backup codes, or another phone', 'Back-upcodes, of een andere telefoon'],
  quickEnforce2FA: ['Enforce 2FA', 'Tweestaps\u00adverificatie verplichten'],
  quickEnforce2FAHint: ['Ask everyone for a second step', 'Vraag iedereen om een tweede stap'],
} as const;
