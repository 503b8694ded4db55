// Runs inside the measured page: from a key press to its paint, and the frames of a scroll.
{
  let keyAt = 0;
  window.addEventListener('keydown', (event) => (keyAt = event.timeStamp), true);

  const live = () => document.querySelector('main p[aria-live]')?.textContent;

  // The first task after a frame: what the frame drew is on its way to the screen.
  const afterPaint = (done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(null);
    });

  let painted;

  window.probe = {
    /** To be called before the key is pressed: waits for these words in the live region. */
    expect(text) {
      painted = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (live() !== text) return;
          observer.disconnect();
          afterPaint(() => resolve(performance.now() - keyAt));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
    },

    /** Milliseconds from the key press until the expected words were on the screen. */
    painted: () => painted,

    /** To be called before the key is pressed in a field: what it takes until its letter is painted. */
    expectInput() {
      painted = new Promise((resolve) => {
        const onInput = () => afterPaint(() => resolve(performance.now() - keyAt));
        window.addEventListener('input', onInput, { once: true });
      });
    },

    /** Milliseconds to show these texts as a plain list: how quick this machine is at the moment. */
    plainList(texts) {
      const from = performance.now();
      const list = document.createElement('ul');
      for (const text of texts) {
        const item = document.createElement('li');
        item.textContent = text;
        list.append(item);
      }
      document.body.append(list);
      list.getBoundingClientRect();
      const ms = performance.now() - from;
      list.remove();
      return ms;
    },

    /** Milliseconds of each frame of a scroll by an eighth of a window per frame. */
    scroll: (frames) =>
      new Promise((resolve) => {
        const ms = [];
        let last = 0;
        window.scrollTo(0, 0);
        const step = (now) => {
          if (last > 0) ms.push(now - last);
          last = now;
          if (ms.length >= frames) {
            resolve(ms);
            return;
          }
          window.scrollBy(0, window.innerHeight / 8);
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  };
}
