// Which files the gallery has.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

export const GALLERY_FOLDER = join(root, 'public', 'gallery');

/** @returns {string[]} their names, sorted */
export function galleryFiles() {
  return readdirSync(GALLERY_FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort();
}
