// Where the page cannot run, this says why. It is a classic script, because there modules do not load: the build puts it
// beside the modules, apart from them (tools/hostingPlugin.mjs). The app replaces what it writes.
'use strict';

{
  /** @param {(string | Node)[]} sentences */
  const stop = (...sentences) => {
    const heading = document.createElement('h1');
    heading.textContent = 'Spillway';
    const reason = document.createElement('p');
    reason.append(...sentences);
    const main = document.createElement('main');
    main.className = 'broken';
    main.setAttribute('role', 'alert');
    main.append(heading, reason);
    document.querySelector('#root')?.replaceChildren(main);
  };

  const code = (/** @type {string} */ text) => {
    const element = document.createElement('code');
    element.textContent = text;
    return element;
  };

  /** The sandbox may forbid new tabs as well: the address is there to be copied. */
  const linkToPage = () => {
    const link = document.createElement('a');
    link.href = location.href;
    link.textContent = 'Open in full';
    link.target = '_blank';
    link.rel = 'noopener';
    return link;
  };

  /** How the view of a link into Tune begins, packed: `{"m":"tune`. */
  const INTO_TUNE = '.AzYTQKKlw';

  // See boot.css.
  if (self !== top) document.documentElement.dataset['framed'] = '';

  if (location.protocol === 'file:') {
    stop(
      'This page was opened as a file, and browsers do not run modules or workers from files. Serve it: ',
      code('npm start'),
      " in Spillway's folder does that, and so does any static host.",
    );
  } else if (isTooOld()) {
    stop(
      'This browser is too old for the page: it lacks what Chrome and Edge have had since version 111, Firefox since 115 and ' +
        'Safari since 16.4. Update it, or use another.',
    );
  } else if (self.origin === 'null') {
    stop(
      'This frame gives the page no origin of its own, so the browser runs no workers here and saves nothing. ',
      linkToPage(),
      ', or copy the address: ',
      code(location.href),
      ' (Whoever made the frame can add ',
      code('allow-same-origin'),
      ' to its ',
      code('sandbox'),
      '.)',
    );
  } else {
    const onError = (/** @type {Event} */ { target }) => {
      if (!(target instanceof HTMLScriptElement)) return;
      // Neither an extension's script, nor one that fails once the app is there, which says so itself.
      if (target.src.startsWith(new URL('./', location.href).href) && document.querySelector('#root > .boot') !== null)
        stop('A part of the page did not load. Check the connection, then reload.');
    };
    addEventListener('error', onError, { capture: true });
    if (self === top) readNotes();
  }

  /** What the page cannot do without, and had last. A pattern that looks back would stop the scripts that have one. */
  function isTooOld() {
    try {
      const looksBack = new RegExp('(?<=a)b').test('ab');
      return !looksBack || !('toSorted' in Array.prototype) || !CSS.supports('color: color-mix(in srgb, red, red)');
    } catch {
      return true;
    }
  }

  function readNotes() {
    const isReloaded = /** @type {{ shown?: boolean } | null} */ (history.state)?.shown === true;
    const isLinked = location.hash !== '' && !isReloaded;
    const page = document.documentElement.dataset;
    // Nothing else that a link shows is known before the page has read it.
    if (isLinked && location.hash.includes(INTO_TUNE)) page['mode'] = 'tune';
    try {
      // What was chosen last, so that the page's first paint has it; main.tsx notes it.
      const layout = localStorage.getItem('spillway.layout');
      if (layout !== null) page['layout'] = layout;
      const mode = localStorage.getItem('spillway.mode');
      if (mode !== null && !isLinked) page['mode'] = mode;
      // What the page opens is certain only where it keeps nothing yet. A release that noted no visits left works there, or its
      // service worker.
      const visited =
        Object.keys(localStorage).some((key) => key.startsWith('spillway.')) ||
        Boolean(navigator.serviceWorker?.controller);
      if (!visited && !isReloaded && location.hash === '') page['visit'] = 'first';
    } catch {
      // The browser keeps nothing: the first paint is as for a new visitor.
    }
  }
}
