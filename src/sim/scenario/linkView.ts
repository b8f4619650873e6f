/** The view that a link may hold beside its scenario: mode, step, playhead, range, selection, layout, embed. Times are in seconds. */
import { MAX_SECONDS } from './policy.ts';
import { boolean, withDefault, list, number, optional, record, required, integer, text } from './schema.ts';

/** Whether a lane's charts stand side by side, or one above the other on the traffic's own axis. */
export type ChartLayout = 'columns' | 'stacked';

/** The ways to look at a scenario: its run; what other limits would do to its traffic; or beside a lesson's text. */
export type Mode = 'run' | 'tune' | 'learn';

/** In a frame of another page, whether readers only watch, or may try other limits and send requests. */
export type Embed = 'watch' | 'try';

export interface LinkView {
  /** The playhead. */
  readonly at: number;
  /** The visible range. */
  readonly from: number;
  readonly to: number;
  /** The selected request and its lane; both from 0. */
  readonly selected?: { readonly lane: number; readonly request: number };
  /** Absent for what suits the window. */
  readonly layout?: ChartLayout;
  /** Results beyond the playhead are not shown. */
  readonly hideFuture?: true;
  /** Absent for Run. */
  readonly mode?: Exclude<Mode, 'run'>;
  /** In Learn: a lesson's id and step, `window-edge/3`, or the step of the scenario's own lesson, `3`; from 1. */
  readonly step?: string;
  /** In a frame, what the link shows stands alone; in a tab it opens as any other. */
  readonly embed?: Embed;
}

interface CompactView {
  readonly a: number;
  readonly f: number;
  readonly t: number;
  readonly s?: readonly number[];
  readonly l?: string;
  readonly h?: boolean;
  readonly m?: string;
  readonly p?: string;
  readonly e?: string;
}

/** More than any step's name has; a longer one is left out when a link is made. */
const MAX_STEP_CHARACTERS = 60;

/** A range may extend beyond the end of the longest run. */
const instant = number({ min: 0, max: 2 * MAX_SECONDS });

const compactViewSchema = record<CompactView>(
  {
    // First, so that the page's first paint can tell it by the packed letters: see boot.js. Any word: what is not known
    // opens in Run.
    m: optional(text(0, 40)),
    a: withDefault(instant, 0),
    f: withDefault(instant, 0),
    t: required(instant),
    s: optional(list(integer(0, 1_000_000_000), 'two whole numbers', 2, 2)),
    // Any word: a layout of a later release must not cost the rest of the view.
    l: optional(text(0, 40)),
    h: optional(boolean),
    // Learn says what it does not know.
    p: optional(text(0, MAX_STEP_CHARACTERS)),
    // Any word, likewise: what is not known is only watched.
    e: optional(text(0, 40)),
  },
  ({ f, t }, path, report) => {
    if (f !== undefined && t !== undefined && !(f < t))
      report({ path: `${path}.t`, actual: String(t), expected: 'later than f' });
  },
);

/** The view with short keys, rounded to the microsecond; `undefined` if it is invalid. */
export function documentFromView({ at, from, to, selected, layout, hideFuture, mode, step, embed }: LinkView): unknown {
  const short: CompactView = {
    a: roundToMicros(at),
    f: roundToMicros(from),
    t: roundToMicros(to),
    ...(selected === undefined ? {} : { s: [selected.lane, selected.request] }),
    ...(layout === undefined ? {} : { l: layout }),
    ...(hideFuture === true ? { h: true } : {}),
    ...(mode === undefined ? {} : { m: mode }),
    ...(step === undefined || step.length > MAX_STEP_CHARACTERS ? {} : { p: step }),
    ...(embed === undefined ? {} : { e: embed }),
  };
  return compactViewSchema.parse(short, '', () => undefined) && compactViewSchema.serialize(short);
}

/** The view, or `undefined` if the document is not a valid one. Never throws. */
export function viewFromDocument(document: unknown): LinkView | undefined {
  const short = compactViewSchema.parse(document, '', () => undefined);
  if (short === undefined) return undefined;
  const { a: at, f: from, t: to, s, l, h, m, p: step, e } = short;
  const [lane = 0, request = 0] = s ?? [];
  return {
    at,
    from,
    to,
    ...(s === undefined ? {} : { selected: { lane, request } }),
    ...(isChartLayout(l) ? { layout: l } : {}),
    ...(h === true ? { hideFuture: true } : {}),
    ...(isOtherMode(m) ? { mode: m } : {}),
    ...(step === undefined ? {} : { step }),
    ...(e === undefined ? {} : { embed: e === 'try' ? e : 'watch' }),
  };
}

export function isChartLayout(value: unknown): value is ChartLayout {
  return value === 'columns' || value === 'stacked';
}

/** A mode that is not Run, which is what a view without a mode means. */
export function isOtherMode(value: unknown): value is Exclude<Mode, 'run'> {
  return value === 'tune' || value === 'learn';
}

function roundToMicros(seconds: number): number {
  return Math.round(seconds * 1_000_000) / 1_000_000;
}
