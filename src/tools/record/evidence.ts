/** Which real systems the recordings are of, as `src/sim/systems/recorded.ts` says it to the cards. */
import type { Recorded } from '../../sim/limiters/story.ts';
import { systemWordsById } from '../../sim/systems/words.ts';
import { alsoLike } from './alsoLike.ts';
import type { Recording } from './recording.ts';

/** The system of a recording, if it has a rule of its own. */
function systemOf(file: string, { like }: Recording): string | undefined {
  const own = alsoLike[file]?.limiter;
  return own ?? like.find(({ limiter }) => systemWordsById(limiter) !== undefined)?.limiter;
}

/** @param recordings by their files' names */
function recordedSystems(recordings: ReadonlyMap<string, Recording>): ReadonlyMap<string, Recorded> {
  const systems = new Map<string, Recorded>();
  for (const [file, recording] of recordings) {
    const id = systemOf(file, recording);
    if (id === undefined) continue;
    const { runs = 0, decisions = 0 } = systems.get(id) ?? {};
    systems.set(id, { recorded: recording.system, runs: runs + 1, decisions: decisions + recording.rows.length });
  }
  return systems;
}

/** The text of `src/sim/systems/recorded.ts`. */
export function recordedModule(recordings: ReadonlyMap<string, Recording>): string {
  const lines = [...recordedSystems(recordings)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { recorded, runs, decisions }]) => {
      const name = id.includes('-') ? `'${id}'` : id;
      return `  ${name}: { recorded: '${recorded}', runs: ${runs}, decisions: ${decisions} },\n`;
    });
  return `/** Written by \`npm run record\` from its recordings: what they hold of each real system. */
import type { Recorded } from '../limiters/story.ts';

export const recorded = {
${lines.join('')}} as const satisfies Readonly<Record<string, Recorded>>;
`;
}
