/** Writes into each file of the gallery what its lanes decide: `npm run gallery`, after a file was added or changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDeflate, loadSystems, readGalleryFile } from '../../sim/index.ts';
import { GALLERY_FOLDER, galleryFiles } from './galleryFiles.mjs';
import { measureLanes } from './measure.ts';

await Promise.all([loadSystems(), loadDeflate()]);

for (const file of galleryFiles()) {
  try {
    writeLanes(file);
  } catch (error) {
    console.error(`gallery/${file}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

function writeLanes(file: string): void {
  const path = join(GALLERY_FOLDER, file);
  const before = readFileSync(path, 'utf8');
  const { lanes: _, ...written } = JSON.parse(before) as { scenario?: { lanes?: readonly unknown[] } } & {
    lanes?: unknown;
  };
  // Until they are measured, one for each lane, so that everything else can be read.
  const unmeasured = (written.scenario?.lanes ?? []).map(() => ({ admitted: 0, denied: 0, peak: 0, hash: '-' }));
  const read = readGalleryFile(file, JSON.stringify({ ...written, lanes: unmeasured }));
  if (!read.ok) throw new Error(read.message.replace(/^gallery\/[^:]+: /, ''));
  const after = `${JSON.stringify({ ...written, lanes: measureLanes(read.item.scenario) }, null, 2)}\n`;
  if (JSON.stringify(JSON.parse(before)) === JSON.stringify(JSON.parse(after))) return;
  writeFileSync(path, after);
  console.log(`gallery/${file} has the figures of its lanes.`);
}
