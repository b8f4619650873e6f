/** Works and their history in words. */
import { isSent, type Scenario } from '../../sim/index.ts';
import type { WorkSummary } from '../../store/works/works.ts';
import { formatLimitShort } from '../format/rates.ts';
import { pluralize } from '../format/numbers.ts';
import { laneName } from '../text/laneText.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From a week on the date says more than the number of days. */
const MAX_RELATIVE = 7 * DAY;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** `just now`, `5 minutes ago`, `yesterday`, `Nov 2, 2026`. All times in milliseconds since 1970. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  // A clock that was set back must not tell of the future.
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return relative.format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return relative.format(-Math.floor(age / HOUR), 'hour');
  return age < MAX_RELATIVE ? relative.format(-Math.floor(age / DAY), 'day') : date.format(at);
}

/** `Nov 2, 2026, 5:40:12 PM`, in the user's time zone. */
export function formatMoment(at: number): string {
  return moment.format(at);
}

export function shownName(name: string): string {
  return name.trim() === '' ? 'Untitled' : name;
}

const MAX_QUOTED = 60;

/** `“Edge burst”`, of which a sentence shows at most 60 characters. */
export function quotedName(name: string): string {
  const characters = Array.from(shownName(name));
  return `“${characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED - 1).join('')}…` : characters.join('')}”`;
}

export const OPEN_IN_TEXTS: Readonly<Record<NonNullable<WorkSummary['openIn']>, string>> = {
  'this-tab': 'Open in this tab',
  'other-tab': 'Open in another tab',
};

const MAX_LANE_NAMES = 3;

/** `10 per 10 s · Fixed window, GCRA · 3 phases, 12 requests sent · 4 nodes` */
export function scenarioText({ policy, lanes, traffic, cluster }: Scenario): string {
  const names = lanes.slice(0, MAX_LANE_NAMES).map(laneName);
  const others = lanes.length - names.length;
  const laneText = lanes.length === 0 ? 'no lanes' : `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
  return [
    formatLimitShort(policy),
    laneText,
    trafficText(traffic),
    ...(cluster ? [pluralize(cluster.nodes, 'node')] : []),
  ].join(' · ');
}

function trafficText(traffic: Scenario['traffic']): string {
  let sent = 0;
  let phases = 0;
  for (const entry of traffic) {
    if (isSent(entry)) sent += entry.at.length;
    else phases++;
  }
  const parts = [
    ...(phases > 0 ? [pluralize(phases, 'phase')] : []),
    ...(sent > 0 ? [`${pluralize(sent, 'request')} sent`] : []),
  ];
  return parts.length === 0 ? 'no requests' : parts.join(', ');
}

const PARTS = [
  ['title', 'title'],
  ['notes', 'sentence'],
  ['policy', 'policy'],
  ['traffic', 'traffic'],
  ['lanes', 'lanes'],
  ['cluster', 'nodes and store'],
  ['duration', 'duration'],
  ['seed', 'seed'],
  ['epoch', 'epoch'],
] as const satisfies readonly (readonly [keyof Scenario, string])[];

/** What an edit changed: `Changed: policy, lanes.` Empty where nothing did, or there is no state before it. */
export function changesText(state: Scenario, before: Scenario | null): string {
  if (before === null) return '';
  const changed = PARTS.filter(([part]) => JSON.stringify(state[part]) !== JSON.stringify(before[part]));
  return changed.length === 0 ? '' : `Changed: ${changed.map(([, name]) => name).join(', ')}.`;
}

/** Without case and accents, so that `uber` finds `Überlauf`. */
function searchable(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

export function nameMatches(name: string, search: string): boolean {
  return searchable(shownName(name)).includes(searchable(search.trim()));
}

/** `Imported 3 works. 1 could not be imported.` */
export function importedText(added: number, failed: number): string {
  const done = added === 0 ? 'Nothing was imported.' : `Imported ${pluralize(added, 'work')}.`;
  return failed === 0 || added === 0 ? done : `${done} ${failed} could not be imported.`;
}

/** `spillway-works-2026-11-22.json`, dated as the user's calendar is. */
export function exportFileName(now: Date): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `spillway-works-${now.getFullYear()}-${month}-${day}.json`;
}
