/** Outgoing mail, and the recipient of messages. */
export const mailTexts = {
  mailTitle: ['Email', 'E-mail'],
  mailText: [
    'How the site sends email: about new messages, and to people who forgot their password.',
    'Hoe de site e-mail verstuurt: over nieuwe berichten, en aan mensen die hun wachtwoord kwijt zijn.',
  ],
  mailNotSetUp: [
    'No email is sent yet. Fill in your mail server here to get an email when a visitor writes, and to reset forgotten passwords.',
    'Er wordt nog geen e-mail verstuurd. Vul hier je mailserver in, dan krijg je een mail als een bezoeker schrijft en kan een vergeten wachtwoord per mail worden vernieuwd.',
  ],
  mailVia: [
    'Email is sent through {{host}}, from {{sender}}.',
    'E-mail wordt verstuurd via {{host}}, met {{sender}} als afzender.',
  ],
  mailSetByBuilder: [
    'The site builder has set this up on the server. Here you can look at it and try it out; to change it, ask the builder.',
    'De bouwer van de site heeft dit op de server ingesteld. Hier kun je het bekijken en uitproberen; wil je het anders, vraag het dan aan de bouwer.',
  ],
  mailSetUp: ['Set up email', 'E-mail instellen'],
  mailChange: ['Change email', 'E-mailinstellingen wijzigen'],
  mailLook: ['View email settings', 'E-mailinstellingen bekijken'],
  messagesGoTo: [
    'Messages from visitors arrive at {{address}}.',
    'Berichten van bezoekers komen binnen bij {{address}}.',
  ],
  messagesWillGoTo: [
    'Messages from visitors are in this panel only; once email is set up they also arrive at {{address}}.',
    'Berichten van bezoekers staan alleen in het beheer; zodra e-mail is ingesteld, komen ze ook binnen bij {{address}}.',
  ],
  messagesGoNowhere: [
    'Messages from visitors are in this panel only: there is no address to mail them to.',
    'Berichten van bezoekers staan alleen in het beheer: er is geen adres om ze naartoe te mailen.',
  ],
  messagesChange: ['Change this', 'Wijzigen'],
  'messagesBy:environment': [
    'The site builder chose it.',
    'Zo heeft de bouwer van de site het ingesteld.',
  ],
  'messagesBy:chosen': ['You chose that here.', 'Dat heb je hier gekozen.'],
  'messagesBy:site': [
    'That is the contact email shown on the site.',
    'Dat is het e-mailadres voor contact dat op de site staat.',
  ],
  'messagesBy:admin': [
    'That is the address of the first admin.',
    'Dat is het adres van de eerste beheerder.',
  ],
  mailHost: ['Mail server', 'Mailserver'],
  mailHostHint: [
    'Your mail provider tells you this, often as “outgoing mail” or “SMTP”. Empty: no email is sent.',
    'Dit vind je bij je e-mailprovider, vaak onder “uitgaande mail” of “SMTP”. Laat je dit leeg, dan verstuurt de site geen e-mail.',
  ],
  mailPort: ['Port', 'Poort'],
  mailEncryption: ['Encryption', 'Versleuteling'],
  'mailEncryption:auto': ['Automatic', 'Automatisch'],
  'mailEncryption:tls': ['TLS', 'TLS'],
  'mailEncryption:starttls': ['STARTTLS', 'STARTTLS'],
  mailUser: ['User name at the mail server', 'Gebruikersnaam bij de mailserver'],
  mailUserHint: ['Often your whole email address.', 'Vaak je hele e-mailadres.'],
  mailPassword: ['Password at the mail server', 'Wachtwoord bij de mailserver'],
  mailPasswordKept: [
    'A password is stored. Leave this empty to keep using it.',
    'Er is een wachtwoord bewaard. Laat dit leeg om dat te blijven gebruiken.',
  ],
  mailPasswordHint: [
    'It is stored encrypted and never shown again.',
    'Het wordt versleuteld bewaard en nooit meer getoond.',
  ],
  mailSender: ['Sender', 'Afzender'],
  mailSenderHint: [
    'The address that emails come from. Empty: the user name.',
    'Het adres dat ontvangers als afzender zien. Laat je dit leeg, dan is dat de gebruikersnaam.',
  ],
  messagesTo: ['Mail messages from visitors to', 'Berichten van bezoekers mailen naar'],
  messagesToHint: ['Empty: {{address}}.', 'Laat je dit leeg, dan gaan ze naar {{address}}.'],
  messagesToHintNone: ['An address that only you read.', 'Een adres dat alleen jij leest.'],
  sendTest: ['Send a test message', 'Stuur een testbericht'],
  sendTestHint: [
    'Goes to your own address, with the settings shown here.',
    'Gaat naar je eigen adres, met de instellingen die hier staan.',
  ],
  sendTestNowhere: [
    'It goes to your own address, and your account has none yet.',
    'Het gaat naar je eigen adres, en je account heeft er nog geen.',
  ],
  sendTestAccount: ['Go to your account', 'Naar je account'],
  'mailTest:sent': [
    'The test message is on its way to {{to}}. If it doesn’t arrive, check your spam folder too.',
    'Het testbericht is onderweg naar {{to}}. Komt het niet aan, kijk dan ook bij ongewenste mail.',
  ],
  'mailTest:unreachable': [
    'The mail server can’t be reached. Check its name and the port.',
    'De mailserver is niet te bereiken. Kijk of de naam en de poort kloppen.',
  ],
  'mailTest:timeout': [
    'The mail server doesn’t answer. The port or the encryption is probably wrong.',
    'De mailserver geeft geen antwoord. Waarschijnlijk klopt de poort of de versleuteling niet.',
  ],
  'mailTest:tls': [
    'No secure connection: the encryption doesn’t match this port, or the certificate is not trusted.',
    'Er kwam geen beveiligde verbinding tot stand: de versleuteling past niet bij deze poort, of het certificaat van de server wordt niet vertrouwd.',
  ],
  'mailTest:login': [
    'The mail server doesn’t accept this user name and password.',
    'De mailserver accepteert deze gebruikersnaam en dit wachtwoord niet.',
  ],
  'mailTest:sender': [
    'The mail server doesn’t let you send from this sender. Use the address that belongs to the user name.',
    'De mailserver laat je met deze afzender niets versturen. Gebruik het adres dat bij de gebruikersnaam hoort.',
  ],
  'mailTest:recipient': [
    'The mail server doesn’t take mail for {{to}}. Check the address of your account.',
    'De mailserver neemt geen mail aan voor {{to}}. Kijk of het adres van je account klopt.',
  ],
  'mailTest:refused': [
    'The mail server didn’t take the message.',
    'De mailserver heeft het bericht niet aangenomen.',
  ],
  mailSaved: ['Email settings saved', 'E-mailinstellingen opgeslagen'],
  failedToSaveMail: [
    'The email settings could not be saved',
    'De e-mailinstellingen konden niet worden opgeslagen',
  ],
  failedToSendTest: [
    'The test message could not be sent',
    'Het testbericht kon niet worden verstuurd',
  ],
  discardMailText: [
    'What you typed about email has not been saved.',
    'Wat je bij e-mail hebt ingevuld, is nog niet opgeslagen.',
  ],
} as const;
