// Names for the classes of style modules: `Dock_row`. They are made of words that the page's code has anyway, and so compress
// better than names with hashes; and whoever looks at the page's elements can tell where they come from.
import { basename } from 'node:path';

/** The module of each name. @type {Map<string, string>} */
const modules = new Map();

/**
 * @param {string} name in the module
 * @param {string} file the module's path, perhaps with a query of Vite's
 * @returns {string} for the page
 * @throws where two modules have one name, which their classes would share
 */
export function scopedName(name, file) {
  const [path = ''] = file.split('?', 1);
  const module = basename(path).replace('.module.css', '');
  const other = modules.get(module) ?? path;
  if (other !== path) throw new Error(`${path} needs another name: ${other} has the same.`);
  modules.set(module, path);
  return `${module}_${name}`;
}
