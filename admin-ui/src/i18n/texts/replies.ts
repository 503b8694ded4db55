/** Answering a message, and the texts that are used again for it. */
export const replyTexts = {
  replyButton: ['Reply', 'Beantwoorden'],
  replyTitle: ['Your reply', 'Je antwoord'],
  replyTo: ['To {{name}}, {{email}}', 'Aan {{name}}, {{email}}'],
  replySubject: ['Subject', 'Onderwerp'],
  replySend: ['Send', 'Versturen'],
  replySending: ['Sending…', 'Wordt verstuurd…'],
  replyQueued: ['Your reply is on its way', 'Je antwoord is onderweg'],
  failedToReply: ['Your reply was not sent', 'Je antwoord is niet verstuurd'],
  replyMailOff: [
    'You can reply here once email is set up for the site. Until then, use your own mail program.',
    'Hier beantwoorden kan zodra de e-mail van de site is ingesteld. Gebruik tot die tijd je eigen mailprogramma.',
  ],
  quoteRemove: ['Remove the quote', 'Citaat weghalen'],
  quoteAdd: ['Quote the message', 'Bericht citeren'],

  replyUnsent: ['Your reply is not sent yet', 'Je antwoord is nog niet verstuurd'],
  replyUnsentText: [
    'It is kept with this message for as long as this tab is open.',
    'Het blijft bij dit bericht bewaard zolang dit tabblad open is.',
  ],
  replyLater: ['Go on later', 'Later verder'],
  replyGoOn: ['Keep writing', 'Verder schrijven'],
  replyDiscard: ['Throw this reply away?', 'Dit antwoord weggooien?'],
  replyDiscardText: [
    'What you wrote is lost. Nothing has been sent.',
    'Wat je schreef, gaat verloren. Er is niets verstuurd.',
  ],
  replyDiscardConfirm: ['Throw away', 'Weggooien'],
  replyAnswered: ['{{who}} has already answered this', '{{who}} heeft dit al beantwoord'],
  replyAnsweredText: [
    'Your reply has not been sent. You can read the other one above yours first.',
    'Jouw antwoord is niet verstuurd. Lees eerst het andere, dat boven het jouwe staat.',
  ],
  replySendAnyway: ['Send mine as well', 'Ook het mijne versturen'],

  replies_one: ['Reply', 'Antwoord'],
  replies_other: ['Replies', 'Antwoorden'],
  replyBy: ['{{who}}, {{when}}', '{{who}}, {{when}}'],
  replySent: ['Sent', 'Verstuurd'],
  replyWaits: [
    'Not sent yet: {{why}}. It is tried again by itself.',
    'Nog niet verstuurd: {{why}}. Het wordt vanzelf opnieuw geprobeerd.',
  ],
  replyFailed: [
    'Not sent: {{why}}. It is not tried again; what you wrote is kept here.',
    'Niet verstuurd: {{why}}. Het wordt niet meer geprobeerd; wat je schreef, blijft hier staan.',
  ],
  replyAgain: ['Write again with this text', 'Opnieuw schrijven met deze tekst'],
  'replyProblem:unreachable': [
    'the mail server can’t be reached',
    'de mailserver is niet bereikbaar',
  ],
  'replyProblem:timeout': ['the mail server does not answer', 'de mailserver antwoordt niet'],
  'replyProblem:tls': [
    'the connection to the mail server is not safe',
    'de verbinding met de mailserver is niet veilig',
  ],
  'replyProblem:login': [
    'the mail server does not let the site sign in',
    'de mailserver laat de site niet inloggen',
  ],
  'replyProblem:sender': [
    'the mail server does not accept the sender',
    'de mailserver accepteert de afzender niet',
  ],
  'replyProblem:recipient': [
    'the mail server refuses this address',
    'de mailserver weigert dit adres',
  ],
  'replyProblem:refused': [
    'the mail server does not take this message',
    'de mailserver neemt dit bericht niet aan',
  ],

  templates: ['Templates', 'Sjablonen'],
  manageTemplates: ['Manage templates', 'Sjablonen beheren'],
  templateHint: [
    'Texts you use more often. {naam} becomes the name of the visitor, {foto} the title of the photo.',
    'Teksten die je vaker gebruikt. {naam} wordt de naam van de bezoeker, {foto} de titel van de foto.',
  ],
  templateExamples: ['Start with an example', 'Begin met een voorbeeld'],
  newTemplate: ['New template', 'Nieuw sjabloon'],
  editTemplate: ['Edit template', 'Sjabloon bewerken'],
  editTemplateNamed: ['Edit “{{title}}”', '“{{title}}” bewerken'],
  deleteTemplateNamed: ['Delete “{{title}}”', '“{{title}}” verwijderen'],
  deleteTemplate: ['Delete this template?', 'Dit sjabloon verwijderen?'],
  deleteTemplateText: [
    '“{{title}}” is deleted for good. Replies that were sent with it stay.',
    '“{{title}}” wordt voorgoed verwijderd. Antwoorden die ermee zijn verstuurd, blijven.',
  ],
  discardTemplateText: [
    'What you changed in this template is lost.',
    'Wat je in dit sjabloon hebt gewijzigd, gaat verloren.',
  ],
  templateSaved: ['Template saved', 'Sjabloon bewaard'],
  templateDeleted: ['Template deleted', 'Sjabloon verwijderd'],
  failedToSaveTemplate: ['The template could not be saved', 'Het sjabloon kon niet worden bewaard'],
  failedToDeleteTemplate: [
    'The template could not be deleted',
    'Het sjabloon kon niet worden verwijderd',
  ],
} as const;
