/** Texts of the contact form: apart, because its script carries them to the visitor. */
export const contactForm = {
  fields: {
    name: 'Naam',
    email: 'E-mailadres',
    phone: 'Telefoon',
    message: 'Bericht',
  },
  optional: 'niet verplicht',
  trap: 'Laat dit veld leeg',
  send: 'Verzenden',
  sending: 'Verzenden...',
  close: 'Sluit melding',
  missing: { title: 'Velden missen', text: 'Vul alle velden in.' },
  failed: { title: 'Fout', text: 'Er is iets misgegaan. Probeer het opnieuw.' },
  sent: { title: 'Bericht verzonden', text: 'Bedankt, ik antwoord zo snel als ik kan.' },
  wait: {
    title: 'Even geduld',
    text: (minutes: number) =>
      `Je hebt al een paar berichten gestuurd. Probeer het over ${minutes === 1 ? 'een minuut' : `${minutes} minuten`} opnieuw.`,
  },
  errors: {
    name: 'Vul je naam in.',
    email: 'Vul je e-mailadres in.',
    message: 'Schrijf een bericht.',
    notAnAddress: 'Dit is geen e-mailadres. Controleer of er geen typefout in staat.',
  },
} as const;
