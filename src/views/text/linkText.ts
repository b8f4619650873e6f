/** What a link does not hold. */
import type { Scenario } from '../../sim/index.ts';

/** The digests of the logs of presets, which every page has. */
export const PRESET_RECORDINGS: ReadonlySet<string> = new Set(['a6314337ee4f95d53cf4c69e72e4ec40']);

/** The names of the logs in the traffic that a link only names, and that whoever opens it may lack. */
export function recordingNames({ traffic }: Pick<Scenario, 'traffic'>): readonly string[] {
  return traffic.flatMap((entry) =>
    entry.kind === 'recording' && !PRESET_RECORDINGS.has(entry.digest) ? [entry.name] : [],
  );
}

/**
 * @param link what the sentence is about: `It`
 * @param names one at least
 */
export function lackedRequestsText(link: string, names: readonly string[]): string {
  const [name = ''] = names;
  const what =
    names.length > 1 ? `${names.length} recordings` : name === '' ? 'a recording' : `the recording “${name}”`;
  const it = names.length > 1 ? 'them' : 'it';
  return `${link} names ${what} without the requests: send the saved file, too, to whoever does not have ${it}.`;
}
