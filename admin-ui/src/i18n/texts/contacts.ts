import { enquiryTexts } from '@veldlicht/contract/enquiry';

/** Messages of visitors, spam, and the data of one address. */
export const contactTexts = {
  ...enquiryTexts,
  contactNew: ['New', 'Nieuw'],
  contactRead: ['Read', 'Gelezen'],
  contactReplied: ['Replied', 'Beantwoord'],
  contactAll: ['All', 'Alle'],
  'folder:inbox': ['Inbox', 'Postvak'],
  'folder:spam': ['Spam', 'Spam'],
  contactViews: ['Folders', 'Mappen'],
  contactStatuses: ['Filter by status', 'Filteren op status'],
  searchContacts: ['Search messages', 'Berichten zoeken'],
  searchContactsHint: [
    'Search by name, email, phone or words…',
    'Zoek op naam, e-mail, telefoon of woorden…',
  ],
  contactCount_one: ['{{count}} message', '{{count}} bericht'],
  contactCount_other: ['{{count}} messages', '{{count}} berichten'],
  contactCountOf: ['{{shown}} of {{total}} messages', '{{shown}} van {{total}} berichten'],
  spamText: [
    'Clearly sent by bots: no email about these, and they are deleted after 30 days.',
    'Deze berichten zijn duidelijk door bots verstuurd. Je krijgt er geen mail over, en na 30 dagen worden ze vanzelf verwijderd.',
  ],

  viewButton: ['View', 'Bekijken'],
  viewContact: ['View the message from {{name}}', 'Bericht van {{name}} bekijken'],
  sendEmail: ['Send email', 'Zelf mailen'],
  sendEmailTo: ['Send email to {{name}}', 'Zelf mailen naar {{name}}'],
  deleteContact: ['Delete the message from {{name}}', 'Bericht van {{name}} verwijderen'],
  notSpam: ['This is not spam', 'Dit is geen spam'],
  notSpamNamed: [
    'This is not spam: the message from {{name}}',
    'Dit is geen spam: het bericht van {{name}}',
  ],
  contactFrom: ['Message from {{name}}', 'Bericht van {{name}}'],
  contactPhone: ['Phone', 'Telefoon'],
  contactSubmitted: ['Submitted', 'Verzonden'],
  contactMessage: ['Message', 'Bericht'],
  enquiryAbout: ['About this photo', 'Over deze foto'],
  enquiryPhotoGone: [
    'This photo is not in the library',
    'Deze foto staat niet in de mediabibliotheek',
  ],

  'none:inbox': ['No messages yet', 'Nog geen berichten'],
  'noneHint:inbox': [
    'What visitors send with the contact form, or ask about a photo, appears here.',
    'Wat bezoekers met het contactformulier sturen of over een foto vragen, verschijnt hier.',
  ],
  'none:spam': ['No spam', 'Geen spam'],
  'noneHint:spam': [
    'Messages that were clearly sent by bots end up here.',
    'Berichten die duidelijk door bots zijn verstuurd, komen hier terecht.',
  ],
  noContactsFound: ['No messages found', 'Geen berichten gevonden'],
  noContactsFoundHint: [
    'Try other words or another status.',
    'Probeer andere woorden of een andere status.',
  ],

  deleteContactQuestion: ['Delete this message?', 'Dit bericht verwijderen?'],
  deleteContactText: [
    'The message from {{name}} ({{email}}) is deleted, with its replies. This cannot be undone.',
    'Het bericht van {{name}} ({{email}}) wordt verwijderd, met de antwoorden. Dit kan niet ongedaan worden gemaakt.',
  ],
  deleteUnsentText: [
    'Your reply has not been sent yet, and will not be.',
    'Je antwoord is nog niet verstuurd, en dat gebeurt dan ook niet meer.',
  ],
  deleteContactConfirm: ['Delete message', 'Bericht verwijderen'],

  statusUpdated: ['Status updated successfully', 'Status bijgewerkt'],
  contactDeleted: ['Submission deleted successfully', 'Bericht verwijderd'],
  movedToInbox: ['Moved to the inbox', 'Verplaatst naar het postvak'],
  failedToUpdateStatus: ['Failed to update status', 'De status kon niet worden bijgewerkt'],
  failedToDeleteContact: ['Failed to delete submission', 'Het bericht kon niet worden verwijderd'],
  failedToMoveContact: ['Failed to move the message', 'Het bericht kon niet worden verplaatst'],

  addressData: ['Privacy request', 'Privacyverzoek'],
  addressDataText: [
    'Someone may ask what you store about them, or to delete it. Enter their email address: you download or delete all messages from it, spam included.',
    'Iemand kan vragen wat je over hem of haar bewaart, of vragen om dat te verwijderen. Vul het e-mailadres van die persoon in en download of verwijder alle berichten van dat adres, ook spam.',
  ],
  addressLabel: ['Email address', 'E-mailadres'],
  addressExport: ['Export', 'Downloaden'],
  addressExportHint: [
    'A file with all messages and replies, to pass on.',
    'Een bestand met alle berichten en je antwoorden, om door te geven aan wie erom vroeg.',
  ],
  addressErase: ['Delete everything', 'Alles verwijderen'],
  addressEraseHint: [
    'Deletes all messages, after you confirm.',
    'Verwijdert elk bericht van dit adres, nadat je dat hebt bevestigd.',
  ],
  addressNothing: ['There are no messages from {{email}}', 'Er zijn geen berichten van {{email}}'],
  exported_one: ['Exported {{count}} message', '{{count}} bericht gedownload'],
  exported_other: ['Exported {{count}} messages', '{{count}} berichten gedownload'],
  eraseQuestion_one: ['Delete {{count}} message?', '{{count}} bericht verwijderen?'],
  eraseQuestion_other: ['Delete {{count}} messages?', '{{count}} berichten verwijderen?'],
  eraseText: [
    'Everything that was sent from {{email}} is deleted, spam included. This cannot be undone.',
    'Alles wat vanaf {{email}} is gestuurd, wordt verwijderd, ook spam. Dit kan niet ongedaan worden gemaakt.',
  ],
  erased_one: ['{{count}} message deleted', '{{count}} bericht verwijderd'],
  erased_other: ['{{count}} messages deleted', '{{count}} berichten verwijderd'],
  failedToExport: ['Failed to export the messages', 'De berichten konden niet worden gedownload'],
  failedToErase: ['Failed to delete the messages', 'De berichten konden niet worden verwijderd'],

  dashboardMessages: ['Messages', 'Berichten'],
  messagesNew_one: ['{{count}} new message', '{{count}} nieuw bericht'],
  messagesNew_other: ['{{count}} new messages', '{{count}} nieuwe berichten'],
  messagesNoneNew: ['No new messages', 'Geen nieuwe berichten'],
  messagesTotal: ['{{total}} in total', '{{total}} in totaal'],
  messagesOpen: ['Open messages', 'Berichten openen'],
  mailFailing: ['Mail is not getting through', 'Mail komt niet aan'],
  mailFailingText_one: [
    '{{count}} mail has been waiting since {{since}} and is retried automatically. Messages from visitors are kept safely here.',
    '{{count}} mail wacht sinds {{since}}; versturen wordt vanzelf opnieuw geprobeerd. Berichten van bezoekers worden hier veilig bewaard.',
  ],
  mailFailingText_other: [
    '{{count}} mails have been waiting, the oldest since {{since}}, and are retried automatically. Messages from visitors are kept safely here.',
    '{{count}} mails wachten, de oudste sinds {{since}}; versturen wordt vanzelf opnieuw geprobeerd. Berichten van bezoekers worden hier veilig bewaard.',
  ],
  mailSaid: ['The mail server said: {{error}}', 'De mailserver zei: {{error}}'],

  privacyTitle: ['Privacy', 'Privacy'],
  privacyText: [
    'Messages hold personal data. Keep them no longer than you need them.',
    'Berichten bevatten persoonsgegevens. Bewaar ze niet langer dan nodig.',
  ],
  retention: ['Keep messages for a limited time', 'Berichten beperkte tijd bewaren'],
  retentionHint: [
    'Messages with the status Replied are deleted for good once they are this old. New and read messages always stay.',
    'Berichten met de status Beantwoord worden definitief verwijderd zodra ze zo oud zijn. Nieuwe en gelezen berichten blijven altijd staan.',
  ],
  retentionMonths: ['Number of months', 'Aantal maanden'],
  retentionShape: [
    'Use a whole number from 1 to 120',
    'Vul een heel getal van 1 tot en met 120 in',
  ],

  // Replies.
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
  replyLater: ['Continue later', 'Later verder'],
  replyGoOn: ['Keep writing', 'Verder schrijven'],
  replyDiscard: ['Throw this reply away?', 'Dit antwoord weggooien?'],
  replyDiscardText: [
    'What you wrote is lost. Nothing has been sent.',
    'Wat je schreef, gaat verloren. Er is niets verstuurd.',
  ],
  replyDiscardConfirm: ['Throw away', 'Weggooien'],
  replyAnswered: ['{{who}} has already replied', '{{who}} heeft dit al beantwoord'],
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
    'Not sent yet: {{why}}. It is retried automatically.',
    'Nog niet verstuurd: {{why}}. Het wordt vanzelf opnieuw geprobeerd.',
  ],
  replyFailed: [
    'Not sent: {{why}}. It is not retried; your text is kept here.',
    'Niet verstuurd: {{why}}. Het wordt niet meer geprobeerd; je tekst blijft hier staan.',
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
} as const;
