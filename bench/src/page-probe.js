// Runs in a measured page: time from a key press to its paint, frame times of a scroll, and layout shift.
{
  let keyAt = 0;
  window.addEventListener('keydown', (event) => (keyAt = event.timeStamp), true);

  const live = () => document.querySelector('main p[aria-live]')?.textContent;

  // Runs in the first task after a frame, which has then been painted.
  const afterPaint = (done) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = done;
      channel.port2.postMessage(null);
    });

  let painted;

  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });

  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;

  window.probe = {
    /** Call before the key press: expects a text in the live region. */
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

    /** Milliseconds from the key press until the expected text was painted. */
    painted: () => painted,

    /** Call before a key press in a field: expects the paint of its letter. */
    expectInput() {
      painted = new Promise((resolve) => {
        const onInput = () => afterPaint(() => resolve(performance.now() - keyAt));
        window.addEventListener('input', onInput, { once: true });
      });
    },

    /** Milliseconds of each frame while scrolling an eighth of a window per frame. */
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

    /** Sets the search text. Returns the milliseconds until everything is laid out, and the status line. */
    async type(text) {
      const field = document.querySelector('input[type=search]');
      const started = performance.now();
      write.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // React renders the filters in a microtask after the event.
      for (let turn = 0; turn < 5; turn++) await null;
      document.body.getBoundingClientRect();
      const ms = performance.now() - started;
      return { ms, told: document.querySelector('.library [role=status]').textContent };
    },

    shift: () => shift,
    cards: () => document.querySelectorAll('.grid *').length,
  };
}
