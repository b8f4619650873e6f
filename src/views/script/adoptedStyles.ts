import { StyleModule } from 'style-mod';

/** The root without a document that style-mod is told of: for a shadow root it makes a sheet instead of an element. */
const holder = document.createElement('div').attachShadow({ mode: 'open' });
const mountIn = StyleModule.mount.bind(StyleModule);

/**
 * CodeMirror puts its styles into a `<style>` element of the document, which the page's Content-Security-Policy refuses.
 * From here on its sheet is adopted by the document instead, which no policy objects to.
 */
export function adoptEditorStyles(): void {
  StyleModule.mount = (_root, modules) => {
    mountIn(holder, modules);
    for (const sheet of holder.adoptedStyleSheets) {
      if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    }
  };
}
