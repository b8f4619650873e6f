/** What is printed: title, sentence, policy, the lanes with their charts in full width, and the link. No controls. */
import { useMemo } from 'react';
import { SECOND } from '../../sim/index.ts';
import { currentLink } from '../../store/openScenario.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import type { ReadableStore } from '../../store/store.ts';
import { parseNotes } from '../caption/notesMarkup.ts';
import { readChartTheme } from '../charts/chartTheme.ts';
import { maxDensityOf } from '../charts/drawDensities.ts';
import { formatLimit, formatLongRun } from '../format/rates.ts';
import { countAxisTop, timeTicks } from '../format/ticks.ts';
import { formatSeconds } from '../format/time.ts';
import { requestCountText } from '../text/requestCount.ts';
import { phaseText } from '../traffic/phaseText.ts';
import { PAPER_PLOT_WIDTH } from './PaperChart.tsx';
import { PaperLane, type PaperAxes } from './PaperLane.tsx';
import './print.css';

/** More phases than this would be a list of numbers, which the link says better. */
const MAX_PHASES = 8;

export default function PrintSheet() {
  const store = useStoreApi();
  const { title, notes, policy, lanes } = useAppState((state) => state.scenario);
  const { from, to } = useAppState((state) => state.range);
  const axes = usePaperAxes();
  const { n, T, capacity } = policy;
  const values = { n, T, capacity: capacity ?? n };
  return (
    <article className="paper">
      <header>
        <h1>{title === '' ? 'Untitled' : title}</h1>
        <Sentence notes={notes} />
        <p>
          {formatLimit(values)}, {formatLongRun(values)}
        </p>
        <TrafficText />
        <p className="paper-note">
          From {formatSeconds(from / SECOND)} to {formatSeconds(to / SECOND)}. A dot is a request that was admitted, a
          ring one that was delayed, a cross one that was denied.
        </p>
      </header>
      {lanes.map((lane, index) => (
        // A lane has no identity besides its position.
        // oxlint-disable-next-line react/no-array-index-key
        <PaperLane key={index} index={index} lane={lane} axes={axes} />
      ))}
      <footer>
        <h2>This run as a link</h2>
        <p className="paper-link">{linkText(store)}</p>
      </footer>
    </article>
  );
}

/** Without links to instants, which paper has none of. */
function Sentence({ notes }: { readonly notes: string }) {
  return parseNotes(notes).map(({ kind, lines }) => (
    <div key={lines[0].number} className="paper-sentence">
      {lines.map(({ number, inlines }) => (
        <p key={number}>
          {kind === 'list' && '• '}
          {inlines.map(({ from, kind: look, text }) => (look === 'emphasis' ? <em key={from}>{text}</em> : text))}
        </p>
      ))}
    </div>
  ));
}

function TrafficText() {
  const requests = useAppState((state) => requestCountText(state.result));
  const traffic = useAppState((state) => state.scenario.traffic);
  return (
    <p>
      {requests}
      {traffic.length > 0 && traffic.length <= MAX_PHASES && `: ${traffic.map(phaseText).join('; ')}`}
    </p>
  );
}

function usePaperAxes(): PaperAxes {
  const range = useAppState((state) => state.range);
  const laneInfos = useAppState((state) => state.result?.laneInfos ?? null);
  const charts = useAppState((state) => state.chartData?.lanes ?? null);
  return useMemo(
    () => ({
      range,
      ticks: timeTicks(range.from, range.to, PAPER_PLOT_WIDTH),
      theme: readChartTheme(),
      countTop: countAxisTop(
        Math.max(1, ...(laneInfos ?? []).map((laneInfo) => laneInfo?.n ?? 0)),
        Math.max(0, ...(laneInfos ?? []).map((laneInfo) => laneInfo?.summary.peak?.permits ?? 0)),
      ),
      densityTop: maxDensityOf((charts ?? []).filter((one) => one !== null)),
    }),
    [range, laneInfos, charts],
  );
}

function linkText(store: ReadableStore): string {
  try {
    return `${location.origin}${location.pathname}${currentLink(store, true)}`;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}
