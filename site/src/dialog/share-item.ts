/** What came of sharing. `left`: the visitor changed their mind. */
export type Shared = 'shared' | 'copied' | 'left' | 'failed';

/** The parts of the browser that share. */
export type Sharing = Pick<Navigator, 'share' | 'clipboard'>;

/** Offers the address to the device's own sharing, else copies it. */
export async function shareItem(
  { title, url }: { title: string; url: string },
  browser: Partial<Sharing> = navigator,
): Promise<Shared> {
  try {
    if (browser.share) {
      await browser.share({ title, url });
      return 'shared';
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'left';
  }
  try {
    if (!browser.clipboard) return 'failed'; // a page without encryption has none
    await browser.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
