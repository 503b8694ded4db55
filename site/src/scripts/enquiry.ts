/**
 * Loads the script of the enquiry form when the form is opened. Until then, and without script, it
 * works as a plain form.
 */
const enquiry = document.querySelector<HTMLDetailsElement>('.enquiry');

function prepare(): void {
  // Ignores a failed load: the browser sends the form.
  if (enquiry?.open) import('#scripts/contact-form.ts').catch(() => undefined);
}

if (enquiry) {
  enquiry.addEventListener('toggle', prepare);
  // For browsers that don't open the details that the address points to.
  if (location.hash === '#aanvraag') enquiry.open = true;
  prepare();
}
