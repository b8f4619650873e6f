// Runs in every measured page before its own scripts: see probe.ts. Plain JavaScript, since it is sent as it stands.
(() => {
  /** @type {import('./probe.ts').PageProbe} */
  const probe = { firstPaint: null, onChange: null, onRelease: null, longTasks: [], frames: [], watchFrames: false };
  window.probe = probe;
  /** @type {number | null} */
  let pressedAt = null;
  let wasBusy = false;
  /** @type {number | null} */
  let releasedAt = null;

  // A message that is posted in an animation frame arrives after the frame has been painted.
  /** @param {() => void} then */
  const afterFrame = (then) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', then);
    port1.start();
    port2.postMessage(null);
  };
  // What is changed in an animation frame is painted by that frame, not by the next.
  let inFrame = false;
  const requestFrame = requestAnimationFrame;
  window.requestAnimationFrame = (callback) =>
    requestFrame((time) => {
      if (!inFrame) {
        inFrame = true;
        afterFrame(() => {
          inFrame = false;
        });
      }
      callback(time);
    });
  /** @param {() => void} then */
  const afterPaint = (then) => {
    if (inFrame) afterFrame(then);
    else requestFrame(() => afterFrame(then));
  };
  const look = () => {
    const lanes = document.querySelector('section[aria-label="Lanes"]');
    const busy = lanes?.getAttribute('aria-busy');
    // The app is rendered with its first result, and its first lane before the others, until which it stays busy.
    if (probe.firstPaint === null && (busy === 'false' || lanes?.querySelector('canvas'))) {
      probe.firstPaint = NaN; // once
      afterPaint(() => {
        probe.firstPaint = performance.now();
      });
    }
    if (busy === 'true') wasBusy = true;
    if (busy !== 'false') return;
    if (releasedAt !== null) {
      const released = releasedAt;
      releasedAt = null;
      afterPaint(() => probe.onRelease?.(performance.now() - released));
    }
    if (pressedAt === null || !wasBusy) return;
    const started = pressedAt;
    pressedAt = null;
    afterPaint(() => probe.onChange?.(performance.now() - started));
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-busy'],
  });
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
      wasBusy = false;
    },
    true,
  );
  // The page sees it first: if there is nothing left to do, the result stood before.
  addEventListener('pointerup', ({ timeStamp }) => {
    releasedAt = timeStamp;
    queueMicrotask(look);
  });
  new PerformanceObserver((list) => {
    probe.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  /** @param {number} time */
  const onFrame = (time) => {
    if (!probe.watchFrames) return;
    probe.frames.push(time);
    requestAnimationFrame(onFrame);
  };
  addEventListener('pointerdown', () => requestAnimationFrame(onFrame), true);
})();
