/** Writes the log of the preset that Tune opens with into the presets: `npm run record:example`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDeflate } from '../../sim/deflate.ts';
import { packRecording } from '../../sim/traffic/recordingData.ts';
import { root } from '../run.mjs';
import { exampleLog } from './generate.ts';

/** As wide as the sources' lines. */
const WIDTH = 110;

await loadDeflate();
const data = packRecording(exampleLog());
const lines = data.match(new RegExp(`.{1,${WIDTH}}`, 'g')) ?? [];
writeFileSync(
  join(root, 'src/sim/scenario/presets/exampleLog.ts'),
  [
    '/** An hour of a made-up API, packed: `tools/exampleLog` generates it. */',
    'export const EXAMPLE_LOG =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n'),
);
