/**
 * The form about a photo gets its script when it is opened. Until then, and without this, it is a plain
 * form that works.
 */
const enquiry = document.querySelector<HTMLDetailsElement>('.enquiry');

function prepare(): void {
  // A failed load is ignored: the form is sent by the browser.
  if (enquiry?.open) import('#scripts/contact-form.ts').catch(() => undefined);
}

if (enquiry) {
  enquiry.addEventListener('toggle', prepare);
  // For browsers that don't open what an address points to.
  if (location.hash === '#aanvraag') enquiry.open = true;
  prepare();
}
