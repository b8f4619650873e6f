// Puts the gallery beside the page as one file, the texts of its files by their names: a static host does not say what is in
// a folder, and the service worker keeps one file instead of many.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GALLERY_FOLDER, galleryFiles } from './galleryFiles.mjs';

const FILE = 'gallery/index.json';

const gathered = () =>
  JSON.stringify(
    Object.fromEntries(galleryFiles().map((name) => [name, readFileSync(join(GALLERY_FOLDER, name), 'utf8')])),
  );

/** @returns {import('vite').Plugin} */
export function gallery() {
  return {
    name: 'spillway:gallery',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: gathered() });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(gathered());
      });
    },
  };
}
