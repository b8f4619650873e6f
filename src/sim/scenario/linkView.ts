/** What someone was looking at, beside the scenario in a link: playhead, range and selection. Times are seconds. */
import { MAX_SECONDS } from './policy.ts';
import { withDefault, list, number, optional, record, required, integer } from './schema.ts';

export interface LinkView {
  /** The playhead. */
  readonly at: number;
  /** The visible range. */
  readonly from: number;
  readonly to: number;
  /** The selected request, and the lane that it is looked at in; both from 0. */
  readonly selected?: { readonly lane: number; readonly request: number };
}

interface CompactView {
  readonly a: number;
  readonly f: number;
  readonly t: number;
  readonly s?: readonly number[];
}

/** A range may show a little of what comes after the longest run. */
const instant = number({ min: 0, max: 2 * MAX_SECONDS });

const compactViewSchema = record<CompactView>(
  {
    a: withDefault(instant, 0),
    f: withDefault(instant, 0),
    t: required(instant),
    s: optional(list(integer(0, 1_000_000_000), 'two whole numbers', 2, 2)),
  },
  ({ f, t }, path, report) => {
    if (f !== undefined && t !== undefined && !(f < t))
      report({ path: `${path}.t`, actual: String(t), expected: 'later than f' });
  },
);

/** With short keys, to the microsecond; `undefined` for what is no view. */
export function documentFromView({ at, from, to, selected }: LinkView): unknown {
  const short: CompactView = {
    a: roundToMicros(at),
    f: roundToMicros(from),
    t: roundToMicros(to),
    ...(selected === undefined ? {} : { s: [selected.lane, selected.request] }),
  };
  return compactViewSchema.parse(short, '', () => undefined) && compactViewSchema.serialize(short);
}

/** The view, or `undefined` where the document holds none. Never throws. */
export function viewFromDocument(document: unknown): LinkView | undefined {
  const short = compactViewSchema.parse(document, '', () => undefined);
  if (short === undefined) return undefined;
  const { a: at, f: from, t: to, s } = short;
  const [lane = 0, request = 0] = s ?? [];
  return { at, from, to, ...(s === undefined ? {} : { selected: { lane, request } }) };
}

function roundToMicros(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1_000_000;
}
