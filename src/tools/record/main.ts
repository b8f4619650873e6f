/**
 * Records real systems again, all or those named:
 *
 *   npm run record [-- nginx haproxy vsthrottle upstash limiter rolling-rate-limiter express-rate-limit
 *     rate-limiter-flexible p-throttle rack-attack python-limits]
 *
 * Each file in `recordings` is one run of one system. The traffic comes from a seed, and clocks are simulated, so a
 * system that still answers as it did gives the same files again, to the byte; except HAProxy, which has a clock of its own,
 * and `nginx-real-clock`, which runs on the machine's. What a system needs is described at the top of its recorder.
 * `recordings.test.ts` compares our limiters with the files and needs none of the systems. What the cards say of the
 * recordings is written, too: `src/sim/systems/recorded.ts`.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, runScript, ExpectedError } from '../run.mjs';
import { recordedModule } from './evidence.ts';
import { expressRateLimit } from './expressRateLimit.ts';
import { haproxy } from './haproxy.ts';
import { npmLimiter } from './npmLimiter.ts';
import { nginx } from './nginx.ts';
import { pThrottleRecorder } from './pThrottle.ts';
import { pythonLimits } from './pythonLimits.ts';
import { rackAttack } from './rackAttack.ts';
import { rateLimiterFlexible } from './rateLimiterFlexible.ts';
import type { Recorder } from './recorder.ts';
import { parseRecording, serializeRecording, type OutcomeLetter, type Recording } from './recording.ts';
import { rollingRateLimiter } from './rollingRateLimiter.ts';
import { upstash } from './upstash.ts';
import { vsthrottle } from './vsthrottle.ts';

const recorders: readonly Recorder[] = [
  nginx,
  haproxy,
  vsthrottle,
  upstash,
  npmLimiter,
  rollingRateLimiter,
  expressRateLimit,
  rateLimiterFlexible,
  pThrottleRecorder,
  rackAttack,
  pythonLimits,
];
const folder = join(root, 'src/tools/record/recordings');

/** The recorders of those names; all, if there are none. */
function recordersNamed(names: readonly string[]): readonly Recorder[] {
  const known = recorders.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new ExpectedError(`Nothing records ${unknown}. There are: ${known.join(', ')}.`);
  return names.length === 0 ? recorders : recorders.filter(({ name }) => names.includes(name));
}

function summary({ rows }: Recording): string {
  const count = (letter: OutcomeLetter) => rows.filter(({ outcome }) => outcome === letter).length;
  return `${rows.length} requests: ${count('A')} at once, ${count('W')} after a wait, ${count('D')} refused`;
}

async function record(recorder: Recorder): Promise<void> {
  const { name } = recorder;
  const recordings = await recorder.record();
  for (const file of readdirSync(folder)) if (file.startsWith(`${name}-`)) rmSync(join(folder, file));
  for (const [what, recording] of recordings) {
    const file = `${name}-${what}.json`;
    writeFileSync(join(folder, file), serializeRecording(recording));
    console.log(`${file}: ${summary(recording)}`);
  }
}

/** What the cards say of the recordings, of old ones and of new ones. */
function writeEvidence(): void {
  const files = readdirSync(folder).sort();
  const recordings = new Map(files.map((file) => [file, parseRecording(readFileSync(join(folder, file), 'utf8'))]));
  writeFileSync(join(root, 'src/sim/systems/recorded.ts'), recordedModule(recordings));
}

await runScript(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const missing: string[] = [];
  for (const recorder of recordersNamed(positionals)) {
    try {
      await record(recorder);
    } catch (error) {
      if (!(error instanceof ExpectedError)) throw error;
      missing.push(error.message);
    }
  }
  writeEvidence();
  if (missing.length > 0) throw new ExpectedError(missing.join('\n'));
});
