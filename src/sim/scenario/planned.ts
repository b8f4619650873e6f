/**
 * What the format promises beyond the catalogue: limiters and schemes that this version reads, checks and keeps, and
 * that it cannot run yet. An entry goes when its limiter enters the catalogue, which then speaks for it.
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
const PUBLISHED: readonly Edition[] = ['published'];
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

/** Guava's two limiters wait for their turn, or give up. */
const GUAVA: readonly Knob[] = [
  choice(
    'mode',
    'Mode',
    ['acquire', 'tryAcquire'],
    'acquire',
    'Whether a request waits as long as it takes, or is refused.',
  ),
  seconds('timeout', 'Timeout', [0, 86_400], 0, 'The longest wait that tryAcquire accepts.'),
];

/** Limiters of one process. */
export const PLANNED_LIMITERS: readonly Planned[] = [
  { id: 'simple-window', name: 'Simple window', editions: CORRECTED, knobs: [] },
  { id: 'quota-reset', name: 'Quota reset', editions: CORRECTED, knobs: [] },
  { id: 'sliding-counter', name: 'Sliding counter', editions: BOTH, knobs: [] },
  { id: 'sub-window', name: 'Sub-windows', editions: CORRECTED, knobs: [SLICES] },
  {
    id: 'token-bucket-ticked',
    name: 'Token bucket, ticked',
    editions: CORRECTED,
    knobs: [
      choice(
        'refill',
        'Refill',
        ['one', 'all'],
        'one',
        'One token at every multiple of T/n, or n at every multiple of T.',
      ),
    ],
  },
  { id: 'token-bucket-lazy', name: 'Token bucket, lazy', editions: PUBLISHED, knobs: [] },
  { id: 'token-bucket-throttler', name: 'Token bucket, throttler', editions: PUBLISHED, knobs: [] },
  { id: 'leaky-queue', name: 'Leaky queue', editions: CORRECTED, knobs: [] },
  { id: 'leaky-interval', name: 'Leaky interval', editions: BOTH, knobs: [] },
  { id: 'hybrid', name: 'Hybrid', editions: CORRECTED, knobs: [] },
  { id: 'quota-and-linear', name: 'Quota and linear', editions: CORRECTED, knobs: [] },
  {
    id: 'exponential',
    name: 'Exponential',
    editions: CORRECTED,
    knobs: [
      choice(
        'update',
        'Update',
        ['leaky', 'strict'],
        'leaky',
        'Whether a refused request leaves the rate as it was, or raises it too.',
      ),
    ],
  },
  {
    id: 'guava-bursty',
    name: 'Guava SmoothBursty',
    editions: CORRECTED,
    knobs: [
      seconds('maxBurstSeconds', 'Longest burst', [0, 86_400], 1, 'How many seconds of unused permits are kept.'),
      ...GUAVA,
    ],
  },
  {
    id: 'guava-warming-up',
    name: 'Guava SmoothWarmingUp',
    editions: CORRECTED,
    knobs: [
      seconds('warmup', 'Warm-up', [0.001, 86_400], 10, 'How long a cold limiter takes to reach its rate.'),
      {
        kind: 'number',
        id: 'coldFactor',
        label: 'Cold factor',
        min: 1,
        max: 100,
        whole: false,
        unit: '',
        default: 3,
        help: 'How many times slower a cold limiter is.',
      },
      ...GUAVA,
    ],
  },
  {
    id: 'nginx-limit-req',
    name: 'nginx limit_req',
    editions: CORRECTED,
    knobs: [
      whole('burst', 'Burst', [0, 1_000_000], 0, 'How many requests above the rate are let in.'),
      {
        kind: 'number',
        id: 'delay',
        label: 'Delay after',
        min: 0,
        max: 1_000_000,
        whole: true,
        unit: '',
        default: 0,
        word: 'none',
        help: 'How many of those are served without delay; none delays none of them.',
      },
    ],
  },
];

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
