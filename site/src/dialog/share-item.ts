/** Outcome of sharing. `left`: the visitor cancelled. */
export type Shared = 'shared' | 'copied' | 'left' | 'failed';

/** The parts of the browser that share. */
export type Sharing = Pick<Navigator, 'share' | 'clipboard'>;

/** Shares the address through the device, else copies it. */
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
    if (!browser.clipboard) return 'failed'; // missing on a page without HTTPS
    await browser.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
