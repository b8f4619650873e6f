/** Which phase of the traffic is lit in all charts: the one pointed at on the track, else the one under crosshair or playhead. */
import { isSent, type Instant, type Scenario, type TimeSpan } from '../sim/index.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';
import { phaseSpan, runEnd } from './trafficEdits.ts';

type Spans = readonly (TimeSpan | null)[];

const ofScenario = new WeakMap<Scenario, Spans>();
/** A drag of n makes hundreds of scenarios with the same traffic: their spans are the same objects. */
const ofTraffic = new WeakMap<Scenario['traffic'], { readonly end: Instant; readonly spans: Spans }>();

/** By phase; null for one without requests, and for requests sent by hand, which are no phase to the user. */
function phaseSpans(scenario: Scenario): Spans {
  let spans = ofScenario.get(scenario);
  if (spans === undefined) ofScenario.set(scenario, (spans = spansOfTraffic(scenario)));
  return spans;
}

function spansOfTraffic(scenario: Scenario): Spans {
  const end = runEnd(scenario);
  const known = ofTraffic.get(scenario.traffic);
  if (known?.end === end) return known.spans;
  const spans = scenario.traffic.map((entry) => (isSent(entry) ? null : phaseSpan(entry, end)));
  ofTraffic.set(scenario.traffic, { end, spans });
  return spans;
}

/** The phase that is on top at an instant; null between phases. */
export function phaseAt(scenario: Scenario, at: Instant): number | null {
  const index = phaseSpans(scenario).findLastIndex((span) => span !== null && span.from <= at && at <= span.to);
  return index < 0 ? null : index;
}

/** What is lit of the visible range; null where that is nothing, or all of it, which would tell nothing. */
export function litSpan({
  scenario,
  litPhase,
  range,
}: Pick<State, 'scenario' | 'litPhase' | 'range'>): TimeSpan | null {
  const span = litPhase === null ? null : (phaseSpans(scenario)[litPhase] ?? null);
  return span === null || (span.from <= range.from && span.to >= range.to) ? null : span;
}

/** Keeps `litPhase` up to date: it changes with the phase, not with each frame. */
export function followLitPhase({ getState, setState, subscribe, player }: Store): void {
  const update = (): void => {
    const { scenario, hoveredPhase, hoveredAt, litPhase } = getState();
    const next = hoveredPhase ?? phaseAt(scenario, hoveredAt ?? player.at);
    if (next !== litPhase) setState({ litPhase: next });
  };
  player.subscribe(update);
  subscribe((state, before) => {
    if ((['scenario', 'hoveredPhase', 'hoveredAt'] as const).some((field) => state[field] !== before[field])) update();
  });
}
