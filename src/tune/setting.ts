/** A setting: what is tried in place of a lane's own n, T, capacity or numeric options. The traffic stays the same. */
import {
  catalogueEntryById,
  formatDuration,
  MAX_PERMITS,
  MAX_SECONDS,
  parseScenario,
  problemMessage,
  resolvePolicy,
  secondsFromMicros,
  type Lane,
  type Scenario,
} from '../sim/index.ts';

/** By parameter, as in the document: T in seconds. A capacity that is not in it follows n, unless the scenario gives one. */
export type Setting = Readonly<Record<string, number>>;

/** Something that can be tried: a field of the policy, or a numeric option of the lane's limiter. */
export interface Parameter {
  /** `n`, `T`, `capacity`, or the option's id. */
  readonly id: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** The step between neighbouring values: 1 for whole numbers, else a thousandth. */
  readonly step: number;
  /** `s` for seconds, or a word; empty for a bare number. */
  readonly unit: string;
  /** What the lane has now; null where its option is a word. */
  readonly value: number | null;
}

const POLICY_FIELDS: ReadonlySet<string> = new Set(['n', 'T', 'capacity']);

/** What can be varied in a lane, n, T and capacity first. */
export function parametersOf(scenario: Scenario, laneIndex: number): readonly Parameter[] {
  const lane = scenario.lanes[laneIndex] as Lane;
  const { n, T, capacity } = resolvePolicy(scenario, laneIndex);
  const permits = { min: 1, max: MAX_PERMITS, step: 1, unit: '' };
  const entry = catalogueEntryById(lane.limiter);
  const options = (entry?.knobs ?? []).flatMap((knob): Parameter[] => {
    if (knob.kind !== 'number') return [];
    const { id, label, min, max, integer, unit } = knob;
    const value = lane.options[id];
    return [{ id, label, min, max, step: integer ? 1 : 0.001, unit, value: typeof value === 'number' ? value : null }];
  });
  return [
    { id: 'n', label: 'Limit n', ...permits, value: n },
    { id: 'T', label: 'Window T', min: 0.001, max: MAX_SECONDS, step: 0.001, unit: 's', value: secondsFromMicros(T) },
    ...(entry?.usesCapacity === true ? [{ id: 'capacity', label: 'Capacity', ...permits, value: capacity }] : []),
    ...options,
  ];
}

/** The lane with a setting in place of its own. */
export function laneWith(lane: Lane, setting: Setting): Lane {
  const policy: Record<string, number> = {};
  const options: Record<string, number> = {};
  for (const [id, value] of Object.entries(setting)) (POLICY_FIELDS.has(id) ? policy : options)[id] = value;
  return { ...lane, policy: { ...lane.policy, ...policy }, options: { ...lane.options, ...options } };
}

/** Why a lane cannot have that value, in a sentence; null if it can. */
export function valueProblem(lane: Lane, parameter: string, value: number): string | null {
  const part = POLICY_FIELDS.has(parameter) ? 'policy' : 'options';
  const parsed = parseScenario({ lanes: [{ limiter: lane.limiter, [part]: { [parameter]: value } }] });
  const [problem] = parsed.ok ? [] : parsed.problems;
  return problem === undefined ? null : problemMessage({ ...problem, path: parameter });
}

/** `n 14`, `T 10 s`, `n 14, burst 5`. */
export function settingText(setting: Setting, parameters: readonly Parameter[]): string {
  const unitOf = (id: string): string => parameters.find((parameter) => parameter.id === id)?.unit ?? '';
  return Object.entries(setting)
    .map(([id, value]) => `${id} ${unitOf(id) === 's' ? formatDuration(value) : value}`)
    .join(', ');
}
