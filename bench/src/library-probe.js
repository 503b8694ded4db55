// Runs inside the measured library page.
{
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  let longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask', buffered: true });

  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;

  window.library = {
    shift: () => shift,
    longestTask: () => longest,
    /** Milliseconds from a changed search text until React has rendered and all is laid out. */
    async type(text) {
      const field = document.querySelector('input[type=search]');
      const started = performance.now();
      write.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      // React renders in a microtask after the event.
      for (let turn = 0; turn < 5; turn++) await null;
      document.body.getBoundingClientRect();
      const ms = performance.now() - started;
      return { ms, told: document.querySelector('.library [role=status]').textContent };
    },
    nodes: () => document.querySelectorAll('.grid *').length,
  };
}
