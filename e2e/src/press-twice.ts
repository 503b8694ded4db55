import type { Locator } from 'playwright-core';

/**
 * Clicks a button twice before the page can draw anything, as an impatient finger does. Answers the
 * calls to addresses that hold `part`, as they come: 'DELETE /api/admin/contacts/x'.
 */
export async function pressTwice(button: Locator, part: string): Promise<string[]> {
  const sent: string[] = [];
  button.page().on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isRead = request.method() === 'GET';
    if (!isRead && pathname.includes(part)) sent.push(`${request.method()} ${pathname}`);
  });
  await button.waitFor();
  await button.evaluate((element) => {
    // Checked here, as the types of a browser are not known to the journeys.
    if (!('click' in element) || typeof element.click !== 'function') throw new Error('no button');
    element.click();
    element.click();
  });
  return sent;
}
