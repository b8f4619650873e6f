// The page's first script starts the worker and imports the rest. The browser would learn only then what that needs, file
// by file; so the document names it all. The sheets do not block the first paint, which needs only the document's own.

const PAGE = 'src/main.tsx';
/** The page imports it once it has asked for the first run. */
const LATER = 'src/sim/deflatePart.ts';

/**
 * About half of the functions in these files run before the first chart. Chromium then compiles a file's functions on another thread
 * while the file arrives, instead of each when it is first called: 142 ms of script on the page's thread until the first chart, not
 * 188. Of what the page shares with the worker it calls one in six, and the worker would compile all on its only thread.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';
const HINTED = /^assets\/(page|libraries)-/;

/** @returns {import('vite').Plugin} */
export function firstLoad() {
  return {
    name: 'spillway:first-load',
    // A file of another content has another name.
    augmentChunkHash: () => COMPILE_HINT,
    generateBundle: {
      // A file has to begin with the hint, and Vite puts its list of files there.
      order: 'post',
      handler(_options, bundle) {
        const hinted = [...chunksOfPage(bundle)].filter(({ fileName }) => HINTED.test(fileName));
        if (hinted.length !== 2) throw new Error(`The files of the page alone are not those that ${HINTED} names.`);
        for (const chunk of hinted) chunk.code = COMPILE_HINT + chunk.code;
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return [];
        const chunks = new Set([...chunksOfPage(bundle), ...chunksOf(LATER, bundle)]);
        const sheets = new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        return [
          // Vite has named what the entry needs too.
          ...[...chunks]
            .filter(({ fileName }) => !html.includes(fileName))
            .map(({ fileName }) => link({ rel: 'modulepreload', href: fileName })),
          ...[...sheets].map((href) => link({ rel: 'preload', as: 'style', href })),
        ];
      },
    },
  };
}

const chunksOfPage = (/** @type {import('vite').Rolldown.OutputBundle} */ bundle) => chunksOf(PAGE, bundle);

/**
 * The file that a module is in, and all that it imports at once.
 *
 * @param {string} module
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function chunksOf(module, bundle) {
  const first = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)),
  );
  if (first?.type !== 'chunk') throw new Error(`${module} is missing in the build.`);
  const chunks = new Set([first]);
  for (const { imports } of chunks)
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') chunks.add(imported);
    }
  return chunks;
}

/** @returns {import('vite').HtmlTagDescriptor} */
const link = (/** @type {Record<string, string>} */ { href, ...attrs }) => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `./${href}` },
  injectTo: 'head',
});
