/** What a lesson lights or locks, in words. */
import { piecesOf } from '../../lessons/markup.ts';
import {
  formatTime,
  joinWithAnd,
  targetNumber,
  type Lane,
  type Lock,
  type Scenario,
  type Target,
} from '../../sim/index.ts';
import { laneName } from '../text/laneText.ts';

export const LOCK_NAMES: Readonly<Record<Lock, string>> = {
  n: 'n',
  T: 'T',
  capacity: 'capacity',
  traffic: 'traffic',
  send: 'sending',
  lanes: 'the choice of lanes',
  options: 'the lanes’ options',
  cluster: 'the cluster',
  seed: 'the seed',
};

const PLAIN: Readonly<Record<string, string>> = {
  policy: 'the policy',
  n: 'the limit n',
  T: 'the window T',
  capacity: 'the capacity',
  traffic: 'the traffic',
  dock: 'the transport',
  compare: 'Compare, in Details',
  fairness: 'Fairness, in Details',
  why: 'Why?, in Details',
  cluster: 'Cluster, in Details',
};

const PARTS: Readonly<Record<string, string>> = {
  level: 'the level of ',
  count: 'the window count of ',
  decisions: 'the decisions of ',
  state: 'the state of ',
  figures: 'the figures of ',
  lane: '',
};

export function lockNames(locks: readonly Lock[]): string {
  return joinWithAnd(locks.map((lock) => LOCK_NAMES[lock]));
}

export function targetNames(targets: readonly Target[], lanes: readonly Lane[]): string {
  return joinWithAnd(targets.map((target) => targetName(target, lanes)));
}

/** Whether the scenario has the lane or phase, if it is of one. */
export function isInScenario(target: Target, { lanes, traffic }: Pick<Scenario, 'lanes' | 'traffic'>): boolean {
  const number = targetNumber(target);
  if (number === null || target.startsWith('time:')) return true;
  return number < (target.startsWith('phase:') ? traffic : lanes).length;
}

/** What a text names that is not there, in a sentence; null where all of it is. */
export function missingTargetText(text: string, scenario: Pick<Scenario, 'lanes' | 'traffic'>): string | null {
  for (const piece of piecesOf(text)) {
    const unknown = piece.kind === 'text' ? /\[[^\]]+\]\([^)]*\)/.exec(piece.text) : null;
    if (unknown !== null)
      return `${unknown[0]} names nothing. In the brackets behind it may stand lane:0, phase:0, time:14, policy or term:burst, for example.`;
    if (piece.kind !== 'target' || isInScenario(piece.target, scenario)) continue;
    const what = piece.target.startsWith('phase:') ? 'phase' : 'lane';
    return `${piece.target} is ${what} ${Number(targetNumber(piece.target)) + 1}, which is not there. They count from 0: ${what}:0 is ${what} 1.`;
  }
  return null;
}

/** `the level of lane 1, Fixed window` */
export function targetName(target: Target, lanes: readonly Lane[]): string {
  const number = targetNumber(target);
  const [kind = ''] = target.split(':');
  if (number === null) return PLAIN[kind] ?? kind;
  if (kind === 'time') return formatTime(number);
  if (kind === 'phase') return `phase ${number + 1} of the traffic`;
  const lane = lanes[number];
  return `${PARTS[kind] ?? ''}lane ${number + 1}${lane === undefined ? '' : `, ${laneName(lane)}`}`;
}
