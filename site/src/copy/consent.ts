/** Texts of the question about cookies: apart, because only a site that counts visitors asks it. */
export const consentCopy = {
  label: 'Cookies',
  question: 'Mag deze site bezoekers tellen?',
  text: 'Met Google Analytics zie ik welke foto’s worden bekeken. Google plaatst dan cookies en ontvangt je IP-adres. Zonder je akkoord laadt er niets van Google. Wijzigen kan altijd, onderaan bij ‘Cookies’.',
  accept: 'Accepteren',
  refuse: 'Weigeren',
} as const;
