/**
 * What the first release decided, kept for good: the link of each of its presets, and what `simulate --format json` prints
 * of it. Whatever is rebuilt, an existing link must still open and give the same decisions. `golden/links` has the same
 * links as each release wrote them that wrote them differently: release 2 added the checksum.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  decodeLink,
  encodeLink,
  loadSystems,
  minimalDocument,
  presetById,
  presetNotes,
  presetScenario,
  type Scenario,
} from '../sim/index.ts';
import { runAndFormat } from './formats.ts';

await loadSystems();

const folder = join(import.meta.dirname, 'golden');
const links = linksOf('release-1');
const linksWithChecksum = linksOf('release-2');

function linksOf(release: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, 'links', `${release}.json`), 'utf8')) as Record<string, string>;
}

/** Rows kept of each lane. */
const MOST_ROWS = 2_000;
/** A lane longer than this is not read to its end, and the output stops there. */
const MOST_READ = 100_000;

function opened(link: string): Scenario {
  const decoded = decodeLink(link);
  if (!decoded.ok) throw new Error('The link does not open.');
  return decoded.scenario;
}

/** Later releases print the scenario as well, whose wording may change. */
function withoutScenario(chunk: string): string {
  return chunk.replace(/^(\{"version":1,)"scenario":\{.*\},("lanes":\[)$/, '$1$2');
}

/** What the command line prints, a line for each row, without the rows past the first 2,000 of a lane. */
async function printed(scenario: Scenario): Promise<string> {
  const { chunks } = await runAndFormat(scenario, 'json', null);
  const lines: string[] = [];
  let rows = 0;
  for (const whole of chunks) {
    const chunk = withoutScenario(whole);
    if (!/^,?\{"at":/.test(chunk)) {
      lines.push(chunk.trimEnd());
      rows = 0;
      continue;
    }
    for (const row of chunk.replace(/^,/, '').split(/(?<=\}),(?=\{"at":)/)) {
      if (++rows <= MOST_ROWS) lines.push(row);
    }
    if (rows > MOST_READ) break;
  }
  return `${lines.join('\n')}\n`;
}

/** A scenario without its title and notes, whose wording may change. */
function wordless(scenario: Scenario): object {
  return { ...minimalDocument(scenario), title: '', notes: '' };
}

describe.each(Object.entries(links))('the kept link of %s', (id, link) => {
  it('decides as it always has', async () => {
    await expect(await printed(opened(link))).toMatchFileSnapshot(join(folder, `${id}.txt`));
  });

  it('is written the same again, with a checksum before it', () => {
    expect(encodeLink(opened(link)).replace(/~[\w-]{6}/, '')).toBe(link);
  });

  it('opens as the same scenario from the link of each later release', () => {
    const later = linksWithChecksum[id] ?? '';
    expect(opened(later)).toEqual(opened(link));
    expect(encodeLink(opened(later))).toBe(later);
  });

  it('is what its preset runs', () => {
    const preset = presetById(id);
    if (preset === undefined) throw new Error('The preset is gone.');
    expect(wordless(presetScenario(preset))).toEqual(wordless(opened(link)));
  });
});

it('a preset whose sentence was changed knows what its kept link says', () => {
  for (const [id, link] of Object.entries(links)) {
    const preset = presetById(id);
    if (preset?.formerNotes === undefined) continue;
    expect([presetNotes(preset), ...preset.formerNotes]).toContain(opened(link).notes);
  }
});
