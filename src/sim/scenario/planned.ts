/**
 * What the format promises beyond the catalogue: schemes of several processes that this version reads, checks and keeps,
 * and that it cannot run yet. An entry goes when its scheme enters the catalogue, which then speaks for it.
 */
import type { Edition, Knob } from '../limiters/limiter.ts';

/** An option that no `Knob` describes. */
export type SpecialKnob =
  | {
      /** A limiter: its id, or an object like a lane's. */
      readonly kind: 'limiter';
      readonly id: string;
      readonly label: string;
      /** Whether a scheme of several processes may stand here too. */
      readonly schemes: boolean;
      readonly default: string;
      readonly help: string;
    }
  | {
      /** One share for each node. Missing: all alike. */ readonly kind: 'weights';
      readonly id: string;
      readonly label: string;
      readonly help: string;
    }
  | {
      /** Missing: a tenth of T. */ readonly kind: 'seconds';
      readonly id: string;
      readonly label: string;
      readonly help: string;
    };

export type OptionKnob = Knob | SpecialKnob;

export interface Planned {
  readonly id: string;
  readonly name: string;
  readonly editions: readonly Edition[];
  readonly knobs: readonly OptionKnob[];
}

const CORRECTED: readonly Edition[] = ['corrected'];
const BOTH: readonly Edition[] = ['published', 'corrected'];

function choice(id: string, label: string, choices: readonly string[], standard: string, help: string): Knob {
  return { kind: 'choice', id, label, choices, default: standard, help };
}

function whole(id: string, label: string, [min, max]: readonly [number, number], standard: number, help: string): Knob {
  return { kind: 'number', id, label, min, max, whole: true, unit: '', default: standard, help };
}

function share(id: string, label: string, standard: number, help: string): Knob {
  return { kind: 'number', id, label, min: 0, max: 1, whole: false, unit: '', default: standard, help };
}

function seconds(
  id: string,
  label: string,
  [min, max]: readonly [number, number],
  standard: number,
  help: string,
): Knob {
  return { kind: 'number', id, label, min, max, whole: false, unit: 's', default: standard, help };
}

const SLICES = whole('slices', 'Slices', [1, 1_000], 6, 'Into how many parts the window is cut.');

/** Every scheme of several processes has these two. */
const EVERY_SCHEME: readonly Knob[] = [
  seconds('timeout', 'Timeout', [0.000001, 3_600], 0.1, 'A command that is unanswered for so long has failed.'),
  choice('fallback', 'Fallback', ['deny', 'allow', 'local'], 'deny', 'What a node answers when the store does not.'),
];

function limiter(id: string, label: string, schemes: boolean, help: string): SpecialKnob {
  return { kind: 'limiter', id, label, schemes, default: 'token-bucket', help };
}

function scheme(id: string, name: string, knobs: readonly OptionKnob[], editions = CORRECTED): Planned {
  return { id, name, editions, knobs: [...knobs, ...EVERY_SCHEME] };
}

/** Schemes of several processes. */
export const PLANNED_SCHEMES: readonly Planned[] = [
  scheme('simple-window-threads', 'Simple window, threads', []),
  scheme('local-split', 'Local split', [limiter('limiter', 'Limiter', false, 'What each node runs on its share.')]),
  scheme('redis-incr', 'Redis INCR', [
    choice(
      'variant',
      'Variant',
      ['multi', 'incr-expire', 'list', 'set-then-get', 'lua'],
      'lua',
      'Which commands a node sends.',
    ),
  ]),
  scheme('tair-incr', 'Tair INCR', []),
  scheme('redis-sub-window', 'Redis sub-windows', [
    SLICES,
    choice('variant', 'Variant', ['none', 'lua'], 'lua', 'Separate commands, or one script.'),
  ]),
  scheme(
    'redis-token-bucket',
    'Redis token bucket',
    [
      choice('concurrency', 'Concurrency', ['none', 'watch', 'lock', 'lua'], 'lua', 'What keeps two nodes apart.'),
      whole('retries', 'Retries', [0, 1_000], 3, 'How often watch tries again.'),
      seconds('lockTtl', 'Lock expires', [0.000001, 3_600], 0.1, 'How long a lock lasts that nobody releases.'),
      seconds(
        'lockRetry',
        'Lock retry',
        [0.000001, 3_600],
        0.005,
        'How long a node waits before it tries for the lock again.',
      ),
    ],
    BOTH,
  ),
  scheme('redis-sliding-log', 'Redis sliding log', [
    choice('variant', 'Variant', ['multi', 'lua'], 'lua', 'Separate commands, or one script.'),
  ]),
  scheme('redis-cooldown', 'Redis cooldown', [
    choice('variant', 'Variant', ['incr', 'lua'], 'lua', 'Separate commands, or one script.'),
  ]),
  scheme('token-server', 'Token server', [limiter('limiter', 'Limiter', false, 'What the server decides with.')]),
  scheme('quota-lease', 'Quota lease', [
    share('preallocate', 'Handed out first', 0.5, 'The share of n that the nodes get when a window starts.'),
    share('reserve', 'Reserve', 0.1, 'The share of n below which the centre gives less.'),
    share('taper', 'Taper', 0.5, 'The share of what is left that one lease may then take.'),
    {
      kind: 'weights',
      id: 'weights',
      label: 'Weights',
      help: 'How the first hand-out is split, one weight for each node.',
    },
    {
      kind: 'seconds',
      id: 'lease',
      label: 'Lease',
      help: 'For how long a node asks ahead; a tenth of T unless given.',
    },
  ]),
  scheme('layered', 'Layered', [
    limiter('outer', 'Outer', false, 'What each node runs first.'),
    limiter('inner', 'Inner', true, 'What all nodes share, asked second.'),
  ]),
];
