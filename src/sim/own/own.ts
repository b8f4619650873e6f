/**
 * A limiter that the user writes: a program in a sandbox, asked for every decision.
 *
 * `start` makes the state of a key, `decide` changes it and returns true, false or a wait in seconds. The state is plain data,
 * kept here as its shape and its numbers, so that it is copied, compared and shown like any other. What else is known of the
 * limiter, its level, its bound and when to try again, is what the program says; what it does not say is not claimed.
 */
import { formatNumber, formatSeconds } from '../numberFormat.ts';
import type { Gauge, Limiter } from '../limiters/limiter.ts';
import { withTexts } from '../systems/texts.ts';
import { ownWords } from '../systems/words.ts';
import { MILLISECOND, NEVER, SECOND, type Duration } from '../time.ts';
import { begun, decideOwnSlice, verdictOf, type OwnState } from './decideSlice.ts';
import { cornerOf, putLevels } from './levels.ts';
import { openProgram, type DecisionBlock, type OwnProgram, type PlainState, type ProgramSetting } from './program.ts';
import { readoutsOf } from './readouts.ts';
import { ownTemplates } from './templates/index.ts';

type OwnParams = {
  readonly program: OwnProgram;
  readonly setting: ProgramSetting;
  readonly lines: readonly string[];
  readonly gauge: Gauge;
  readonly initial: PlainState;
};

const CLOCK_TICKS: Readonly<Record<string, Duration>> = { exact: 1, ms: MILLISECOND, s: SECOND };

/** How far the next admission is sought, in T, where the program does not say when it is. */
const SOUGHT = 64;

/** A lane's code, or what a lane without any runs. */
function codeIn({ code }: Readonly<Record<string, unknown>>): string {
  return typeof code === 'string' ? code : (ownTemplates[0]?.code ?? '');
}

/** One request, through the same door as many. */
const single = {
  count: 1,
  at: new Float64Array(1),
  cost: new Float64Array(1),
  state: new Uint32Array(1),
  states: [] as PlainState[],
  waits: new Float64Array(1),
} satisfies DecisionBlock;

/** A record without a level has none to draw: its curve is 0. */
function gaugeOf(program: OwnProgram, setting: ProgramSetting, initial: PlainState): Gauge {
  const { n } = setting.policy;
  const unit = program.unit ?? 'permits';
  const units: Gauge['unit'] = [unit, unit];
  const first = program.hasLevel ? program.level(setting, initial, 0) : 0;
  // What is there from the start runs out, like tokens; what is 0 then piles up, like a count.
  if (first > 0) return { unit: units, denySide: 'floor', full: () => first, low: () => 0, goesLower: true };
  return { unit: units, denySide: 'ceiling', full: () => n, low: () => 0, goesLower: true };
}

export const own: Limiter<OwnParams, OwnState> = {
  ...withTexts(ownWords, {
    code: [
      'Code',
      'JavaScript that decides: start makes the state of a key, decide changes it and returns true, false or a wait in seconds.',
    ],
    clock: ['Clock', 'How fine the clock is that the code reads.'],
  }),
  family: 'Your own',
  summary: 'A limiter that you write in JavaScript.',
  rule:
    'Your code makes a state for each key and decides each request on it. It runs in a sandbox in this browser: it cannot ' +
    'reach the page, the network or a clock, and it is sent nowhere.',
  sources: [],
  storedPerKey: 'what your code keeps in state',
  errata: [],
  outcomes: ['allow', 'delay', 'deny'],
  reasons: ['your code returned true', 'your code returned a wait', 'your code returned false', ''],
  pacing: 'bursty',
  traits: { monotone: null, hidesMaxCost: true },
  gauge: { unit: ['permit', 'permits'], denySide: 'ceiling', full: () => 1, low: () => 0 },
  gaugeFor: (params) => params.gauge,
  curved: true,
  hasLevel: ({ program }) => program.hasLevel,
  saysRetryAfter: ({ program }) => program.hasRetryAfter,

  /** @throws {OwnCodeError} where the code does not run, or fails before the first request */
  prepare({ policy, options }) {
    const text = codeIn(options);
    const program = openProgram(text);
    const setting = { policy, clockTick: CLOCK_TICKS[options['clock'] as string] ?? 1 };
    const initial = program.start(setting);
    return { program, setting, lines: text.split('\n'), gauge: gaugeOf(program, setting, initial), initial };
  },

  maxCost: () => Infinity,

  init: ({ initial }) => begun(initial),

  decide(state, { program, setting }, now, cost) {
    single.at[0] = now;
    single.cost[0] = cost;
    single.states[0] = state;
    program.decide(setting, single);
    const wait = single.waits[0] as number;
    state.wait = Math.max(0, wait);
    return verdictOf(wait);
  },

  decideSlice: decideOwnSlice,

  level: (state, { program, setting }, now) => (program.hasLevel ? program.level(setting, state, now) : 0),

  nextBreakpoint: (_, { program, setting }, now) => (program.hasLevel ? now + cornerOf(setting) : NEVER),

  retryAfter: (state, { program, setting }, now, cost) =>
    program.retryAfter(setting, state, now, cost, SOUGHT * setting.policy.T),

  explain(state, { program, setting, lines }, now, cost) {
    const { wait, lines: executed } = program.trace(setting, state, now, cost);
    const returned = wait < 0 ? 'false' : wait === 0 ? 'true' : formatNumber(wait / SECOND, 6);
    return {
      verdict: verdictOf(wait),
      sentence: `At ${formatSeconds(now)}, decide returned ${returned}${wait > 0 ? ': a wait in seconds' : ''}.`,
      condition: 'decide(state, now, cost, policy)',
      evaluatedCondition: returned,
      holds: wait >= 0,
      code: lines,
      executedLines: executed,
    };
  },

  levels(state, { program, setting }, range, put) {
    if (program.hasLevel) putLevels(program, setting, state, range, put);
    else for (const at of [range.from, range.to]) put(at, 0);
  },

  readouts: (state) => readoutsOf(state),

  picture(state, params, now) {
    const level = own.level(state, params, now);
    const capacity = params.gauge.full(params);
    return params.gauge.denySide === 'floor'
      ? { kind: 'tokens', tokens: level, capacity }
      : { kind: 'water', water: level, capacity };
  },

  bound: ({ program, setting }, length) =>
    length <= 0 ? 0 : program.hasBound ? program.bound(setting, length) : Infinity,
};
