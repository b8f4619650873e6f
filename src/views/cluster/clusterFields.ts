/** The cluster's fields: their values, validation by the format, and changes of kind. */
import {
  isIntervalFault,
  crashPointsOf,
  lateFaults,
  MAX_NODES,
  MAX_SECONDS,
  parseScenario,
  type Cluster,
  type Fault,
  type Lane,
  type Latency,
  type Problem,
  type Routing,
  type ClockSkew,
} from '../../sim/index.ts';
import { fieldProblemText } from '../format/fieldProblemText.ts';
import { listPath, parseDurationField, type DurationFieldLimits, type FieldResult } from '../format/fields.ts';
import { asTyped, expectedEnd, expectedStart, parseScenarioField, parseSeconds } from '../format/scenarioFields.ts';
import { parseNumbers } from '../format/lists.ts';

/** The format's bounds, in seconds (drift: seconds per second); a test compares them with the format. */
export const FIELD_RANGES = {
  nodes: { min: 1, max: MAX_NODES },
  latency: { min: 0, max: 3_600 },
  service: { min: 0, max: 10 },
  offset: { min: -MAX_SECONDS, max: MAX_SECONDS },
  drift: { min: -0.9, max: 9 },
  stepAt: { min: 0, max: MAX_SECONDS },
  stepBy: { min: -MAX_SECONDS, max: MAX_SECONDS },
  faultAt: { min: 0, max: MAX_SECONDS },
  factor: { min: 1, max: 1_000_000 },
} as const;

/** Validates the number of nodes alone; everything else is adapted to it. */
export function parseNodes(text: string): FieldResult {
  return parseScenarioField(
    { name: 'Nodes', path: 'cluster.nodes', documentWith: (nodes) => ({ cluster: { nodes } }) },
    text,
  );
}

/**
 * Parses a length, in milliseconds unless a unit is typed. Errors: `One-way latency is −1 ms. It may be from 0 s to 1 h: no message
 * …`
 */
export function parseMilliseconds(field: DurationFieldLimits, text: string): FieldResult {
  return parseDurationField(field, text, 'ms');
}

export const LATENCY_OPTIONS = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'uniform', label: 'Uniform' },
  { value: 'exponential', label: 'Exponential' },
] as const;
type LatencyKind = Latency['kind'];

/** A latency of another kind with the same mean. */
export function withLatencyKind(latency: Latency, kind: LatencyKind): Latency {
  if (latency.kind === kind) return latency;
  const mean = latency.kind === 'uniform' ? roundToMicros((latency.from + latency.to) / 2) : latency.mean;
  return kind === 'uniform'
    ? { kind, from: 0, to: Math.min(FIELD_RANGES.latency.max, roundToMicros(2 * mean)) }
    : { kind, mean };
}

function roundToMicros(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}

export interface LatencyField extends DurationFieldLimits {
  readonly label: string;
  readonly value: number;
  readonly withValue: (seconds: number) => Latency;
}

/** The fields of a latency: its mean, or its bounds. */
export function latencyFields(latency: Latency): readonly LatencyField[] {
  const reasonOf = (mean: number): string | undefined => {
    const parsed = parseScenario({ cluster: { latency: { kind: 'fixed', mean } } });
    return parsed.ok ? undefined : parsed.problems[0]?.reason;
  };
  const { min, max } = FIELD_RANGES.latency;
  if (latency.kind !== 'uniform') {
    const { mean } = latency;
    const label = latency.kind === 'fixed' ? 'One-way latency' : 'One-way latency, mean';
    return [
      {
        label,
        name: 'One-way latency',
        value: mean,
        min,
        max,
        reasonOf,
        withValue: (seconds) => ({ ...latency, mean: seconds }),
      },
    ];
  }
  const { from, to } = latency;
  return [
    {
      label: 'From',
      name: 'From',
      value: from,
      min,
      max: to,
      reasonOf,
      withValue: (seconds) => ({ ...latency, from: seconds }),
    },
    {
      label: 'To',
      name: 'To',
      value: to,
      min: from,
      max,
      reasonOf,
      withValue: (seconds) => ({ ...latency, to: seconds }),
    },
  ];
}

export const ROUTING_OPTIONS = [
  { value: 'round-robin', label: 'Round robin' },
  { value: 'random', label: 'Random' },
  { value: 'sticky', label: 'Sticky by key' },
  { value: 'weighted', label: 'Weighted' },
] as const;
export type RoutingChoice = (typeof ROUTING_OPTIONS)[number]['value'];

export function routingChoice(routing: Routing): RoutingChoice {
  return typeof routing === 'object' ? 'weighted' : routing;
}

/** Weights start out equal. */
export function withRouting(cluster: Cluster, choice: RoutingChoice): Cluster {
  const routing: Routing = choice === 'weighted' ? { weights: Array.from({ length: cluster.nodes }, () => 1) } : choice;
  return { ...cluster, routing };
}

/** Help text of a routing. */
export function routingText(routing: Routing): string {
  switch (routing) {
    case 'round-robin':
      return 'Each request goes to the next node in turn.';
    case 'random':
      return 'Each request goes to a random node.';
    case 'sticky':
      return 'All requests for a key go to the same node.';
    default:
      return 'Each request goes to a random node, in proportion to the weights.';
  }
}

/** Parses typed weights; the error is a sentence. */
export function parseRoutingWeights(
  text: string,
  nodes: number,
): { readonly list: readonly number[] } | { readonly error: string } {
  const weights = parseNumbers(text);
  // Of no weights the format says how long any list may be; how many there must be, it says of a wrong number of them.
  const judged = weights.length > 0 ? weights : Array.from({ length: nodes + 1 }, () => 1);
  const parsed = parseScenario({ cluster: { nodes, routing: { weights: judged } } });
  if (parsed.ok) return { list: weights as readonly number[] };
  const [problem] = parsed.problems;
  if (problem === undefined) return { error: `Weights is ${text}, which does not fit.` };
  const path = listPath('Weights', problem.path);
  return { error: fieldProblemText(problem, path, text) };
}

/** Parses a clock's drift, in seconds per second. */
export function parseDrift(text: string): FieldResult {
  const document = (drift: unknown) => ({ cluster: { skew: [{ node: 0, drift }] } });
  return parseScenarioField({ name: 'Drift', path: 'cluster.skew[0].drift', documentWith: document }, text);
}

/** Parses the instant of a clock's step, in seconds. */
export function parseStepAt(text: string): FieldResult {
  const document = (at: unknown) => ({ cluster: { skew: [{ node: 0, step: { at, by: 1 } }] } });
  return parseScenarioField(
    { name: 'Step at', path: 'cluster.skew[0].step.at', documentWith: document, parse: parseSeconds },
    text,
  );
}

/** The clock with parts of its step replaced. */
export function withClockStep(clock: ClockSkew, step: { readonly at?: number; readonly by?: number }): ClockSkew {
  return { ...clock, step: { at: 0, by: 0, ...clock.step, ...step } };
}

/** In display order. */
export const FAULT_OPTIONS: readonly { readonly value: Fault['kind']; readonly label: string }[] = [
  { value: 'node-down', label: 'Node down' },
  { value: 'node-added', label: 'Node added' },
  { value: 'node-removed', label: 'Node removed' },
  { value: 'crash-after', label: 'Node dies after a command' },
  { value: 'store-down', label: 'Store down' },
  { value: 'store-slow', label: 'Store slow' },
  { value: 'store-flush', label: 'Store loses its data' },
  { value: 'link-down', label: 'Link cut' },
];

type CrashCommand = Extract<Fault, { readonly kind: 'crash-after' }>['command'];

/** The commands after which a node of these lanes can die, and the chosen one, which may be of a lane that was changed. */
export function crashCommandOptions(
  lanes: readonly Lane[],
  chosen: CrashCommand,
): readonly { readonly value: CrashCommand; readonly label: string }[] {
  const names = crashPointsOf(lanes);
  const offered = names.includes(chosen) ? names : [chosen, ...names];
  return offered.map((command) => ({ value: command, label: command }));
}

/** The command of a new crash: INCR, unless the lanes only have others. */
export function defaultCrashCommand(lanes: readonly Lane[]): CrashCommand {
  const [first = 'INCR', ...others] = crashPointsOf(lanes);
  return others.includes('INCR') ? 'INCR' : first;
}

/**
 * A fault of another kind that keeps what both have: instants and node.
 * @param command of a crash
 */
export function withFaultKind(fault: Fault, kind: Fault['kind'], command: CrashCommand = 'INCR'): Fault {
  if (fault.kind === kind) return fault;
  const { at } = fault;
  const node = 'node' in fault ? fault.node : 0;
  const until = isIntervalFault(fault) && fault.until !== undefined ? { until: fault.until } : {};
  switch (kind) {
    case 'node-down':
    case 'link-down':
      return { kind, node, at, ...until };
    case 'node-removed':
      return { kind, node, at };
    case 'crash-after':
      return { kind, node, command, at };
    case 'store-down':
      return { kind, at, ...until };
    case 'store-slow':
      return { kind, at, ...until, factor: 10 };
    case 'node-added':
    case 'store-flush':
      return { kind, at };
  }
}

/**
 * The first node, down over the middle half of the range, or of the run where the range is beyond its duration; seconds,
 * rounded to a readable fraction of it.
 */
export function defaultFault(range: { readonly from: number; readonly to: number }, duration: number): Fault {
  const inSight = Math.min(range.to, duration) - range.from;
  const [from, to] = inSight >= 0.000_01 ? [range.from, range.from + inSight] : [0, duration];
  const quarter = (to - from) / 4;
  const step = 10 ** Math.floor(Math.log10(Math.max(0.000_04, to - from) / 4));
  const rounded = (seconds: number): number => Math.max(0, roundToMicros(Math.round(seconds / step) * step));
  return { kind: 'node-down', node: 0, at: rounded(from + quarter), until: rounded(to - quarter) };
}

/** Parses the beginning of a fault, which must be before its own end, and before the end of the run. */
export function parseFaultAt(fault: Fault, text: string, end: number): FieldResult {
  const until = isIntervalFault(fault) ? fault.until : undefined;
  const late = (at: number): Problem | undefined => lateFaults({ faults: [{ ...fault, at }] }, end)[0];
  const expected = until === undefined || until >= end ? late(end)?.expected : expectedStart(until);
  const checked = parseFaultField(fault, 'at', text, expected);
  if ('error' in checked) return checked;
  const problem = late(checked.value);
  return problem === undefined
    ? checked
    : { error: fieldProblemText(asTyped(problem, text), faultFieldLabel(fault, 'at'), text) };
}

/** A fault's field, as the form has it. */
export function faultFieldLabel(fault: Fault, name: 'at' | 'until' | 'factor'): string {
  if (name === 'at') return isIntervalFault(fault) || fault.kind === 'crash-after' ? 'From' : 'At';
  return name === 'until' ? 'Until' : 'Slowdown factor';
}

/** Parses a fault's end. */
export function parseFaultUntil(fault: Fault, text: string): FieldResult {
  return parseFaultField(fault, 'until', text, expectedEnd(fault.at));
}

/** Parses the store's slowdown factor. */
export function parseFaultFactor(fault: Fault, text: string): FieldResult {
  return parseFaultField(fault, 'factor', text, undefined);
}

function parseFaultField(
  fault: Fault,
  name: 'at' | 'until' | 'factor',
  text: string,
  expected: string | undefined,
): FieldResult {
  return parseScenarioField(
    {
      name: faultFieldLabel(fault, name),
      path: `cluster.faults[0].${name}`,
      // With room for every node that a fault may be of, and for one that it adds.
      documentWith: (value) => ({
        cluster: {
          nodes: fault.kind === 'node-added' ? 1 : FIELD_RANGES.nodes.max,
          faults: [{ ...fault, [name]: value }],
        },
      }),
      ...(name === 'factor' ? {} : { parse: parseSeconds }),
      expected,
    },
    text,
  );
}
