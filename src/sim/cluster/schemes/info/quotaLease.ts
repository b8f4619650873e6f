/** Quota lease: how the catalogue and the format describe it. `../quotaLease.ts` runs it. */
import type { Knob } from '../../../limiters/limiter.ts';
import type { SchemeInfo } from '../../scheme.ts';
import { COMMON_KNOBS } from './kit.ts';

/** A knob for a fraction between 0 and 1. */
function fractionKnob(id: string, label: string, standard: number, help: string): Knob {
  return { kind: 'number', id, label, min: 0, max: 1, integer: false, unit: '', default: standard, help };
}

export const quotaLeaseInfo: SchemeInfo = {
  id: 'quota-lease',
  name: 'Quota lease',
  family: 'Distributed',
  summary: 'Nodes spend leases of permits and ask the centre for more only when a lease runs out.',
  rule:
    'When a window begins, part of its n permits is preallocated to the nodes, and the centre keeps the rest. A node whose ' +
    'lease has run out asks for what it will need within the lease time at its current rate; the centre grants what it ' +
    'has, and less at a time once little is left. A lease ends with its window.',
  sources: ['fu'],
  storedPerKey: 'on each node: window, lease, permits requested; at the centre: window, permits left',
  knobs: [
    fractionKnob('preallocate', 'Preallocated', 0.5, 'The share of n that the nodes get when a window starts.'),
    fractionKnob('reserve', 'Reserve', 0.1, 'The share of n below which the centre grants less at a time.'),
    fractionKnob(
      'taper',
      'Taper',
      0.5,
      'The share of the remaining permits that one lease may take below the reserve.',
    ),
    {
      kind: 'weights',
      id: 'weights',
      label: 'Weights',
      help: 'How the preallocated permits are split: one weight for each node.',
    },
    {
      kind: 'seconds',
      id: 'lease',
      label: 'Lease',
      help: 'How far ahead of its demand a node asks; a tenth of T by default.',
    },
    ...COMMON_KNOBS,
  ],
  usesCapacity: false,
  editions: ['corrected'],
  errata: [],
  outcomes: ['allow', 'deny'],
  reasons: [
    'the node’s lease covers it',
    '',
    'the lease has run out, and the centre gave nothing',
    'the cost is above n',
  ],
  pacing: 'bursty',
  gauge: {
    unit: ['permit leased', 'permits leased'],
    denySide: 'floor',
    full: (params) => params['n'] as number,
    boundBy: () => 'n',
    low: () => 0,
  },
  atomicVariant: () => null,
  crashPoints: () => ['ASK'],
};
