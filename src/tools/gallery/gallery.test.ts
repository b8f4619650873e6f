/** Every file of the gallery: it reads, has its own title, and decides what it says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSystems, presets, readGalleryFile, type Scenario } from '../../sim/index.ts';
import { GALLERY_FOLDER, galleryFiles } from './galleryFiles.mjs';
import { measureLanes } from './measure.ts';

await loadSystems();

const files = galleryFiles();
const read = (file: string) => {
  const result = readGalleryFile(file, readFileSync(join(GALLERY_FOLDER, file), 'utf8'));
  if (!result.ok) throw new Error(`${result.message} Its figures are written by npm run gallery.`);
  return result.item;
};

describe.each(files)('gallery/%s', (file) => {
  it('decides what it says: npm run gallery writes that', () => {
    const { scenario, lanes } = read(file);
    expect(lanes).toEqual(measureLanes(scenario));
  });

  it('shows something, in a sentence that fits under the policy, and opens within its run', () => {
    const { scenario, opensAt, lanes } = read(file);
    expect(lanes.some(({ denied, delayed }) => denied + delayed > 0)).toBe(true);
    expect(scenario.notes.length).toBeLessThanOrEqual(320);
    expect(scenario.notes).toMatch(/[.?]$/);
    expect(opensAt).toBeLessThanOrEqual(scenario.duration ?? 0);
  });
});

it('no two scenarios have one title', () => {
  const titles = [...presets, ...files.map(read)].map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

it('says why a scenario does not run', () => {
  const { scenario } = read(files[0] as string);
  const lanes = [{ ...scenario.lanes[0]!, limiter: 'nginx-limit-req', policy: { n: 1, T: 2_592_000 } }];
  expect(() => measureLanes({ ...scenario, lanes })).toThrow(/^Lane 1/);
  const traffic = [{ kind: 'script', code: 'send(1);', stream: 1 } as Scenario['traffic'][number]];
  expect(() => measureLanes({ ...scenario, traffic })).toThrow('Its traffic is a script');
});
