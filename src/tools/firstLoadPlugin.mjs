// The page's first script starts the worker and imports the rest. The browser would learn only then what that needs, file
// by file; so the document names it all. The sheets do not block the first paint, which needs only the document's own.

const PAGE = 'src/main.tsx';

/** @returns {import('vite').Plugin} */
export function firstLoad() {
  return {
    name: 'spillway:first-load',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [];
        const files = Object.values(bundle);
        const page = files.find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(PAGE)));
        if (page?.type !== 'chunk') throw new Error(`${PAGE} is missing in the build.`);
        /** @type {Set<import('vite').Rolldown.OutputChunk>} */
        const chunks = new Set();
        const add = (/** @type {import('vite').Rolldown.OutputChunk} */ chunk) => {
          if (chunks.has(chunk)) return;
          chunks.add(chunk);
          for (const name of chunk.imports) {
            const imported = bundle[name];
            if (imported?.type === 'chunk') add(imported);
          }
        };
        add(page);
        const sheets = new Set([...chunks].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        return [
          ...[...chunks].map(({ fileName }) => link({ rel: 'modulepreload', href: fileName })),
          ...[...sheets].map((href) => link({ rel: 'preload', as: 'style', href })),
        ];
      },
    },
  };
}

/** @returns {import('vite').HtmlTagDescriptor} */
const link = (/** @type {Record<string, string>} */ { href, ...attrs }) => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `./${href}` },
  injectTo: 'head',
});
