/** What is printed: title, sentence, policy, the lanes with their charts in full width, and the link. No controls. */
import { currentLink } from '../../store/openScenario.ts';
import { useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import type { ReadableStore } from '../../store/store.ts';
import { isFutureHidden } from '../../store/selectors.ts';
import { parseNotes } from '../caption/notesMarkup.ts';
import { writtenForText } from '../caption/sentenceText.ts';
import { formatLimit, formatLongRun } from '../format/rates.ts';
import { clusterItems } from '../text/clusterText.ts';
import { withUnits } from '../format/units.ts';
import { requestCountText } from '../text/requestCount.ts';
import { phaseText } from '../text/phaseText.ts';
import { PAPER_WIDTH } from './PaperChart.tsx';
import { PaperLane } from './PaperLane.tsx';
import { sightText } from './printText.ts';
import { usePaperAxes } from './usePaperAxes.ts';
import './print.css';

/** More phases than this would be a list of numbers, which the link says better. */
const MAX_PHASES = 8;

export default function PrintSheet() {
  const store = useStoreApi();
  const { title, notes, policy, lanes, cluster } = useAppState((state) => state.scenario);
  const writtenFor = useAppState(({ scenario }) => writtenForText(scenario));
  const axes = usePaperAxes(PAPER_WIDTH);
  const { n, T, capacity } = policy;
  const values = { n, T, capacity: capacity ?? n };
  return (
    <article className="paper">
      <header>
        <h1>{title === '' ? 'Untitled' : title}</h1>
        <Sentence notes={notes} />
        {writtenFor !== null && <p className="paper-note">The sentence was written for {writtenFor}.</p>}
        <p>
          {formatLimit(values)}, {formatLongRun(values)}
        </p>
        <TrafficText />
        {cluster !== undefined && clusterItems(cluster).map((item) => <p key={item}>{withUnits(item)}</p>)}
        <p className="paper-note">{sightText(axes)}</p>
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
  const requests = useAppState((state) =>
    // How many there are in all depends on what is denied.
    isFutureHidden(state) && state.result?.isClosedLoop === true ? '? requests' : requestCountText(state.result),
  );
  const traffic = useAppState((state) => state.scenario.traffic);
  return (
    <p>
      {requests}
      {traffic.length > 0 && traffic.length <= MAX_PHASES && `: ${withUnits(traffic.map(phaseText).join('; '))}`}
    </p>
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
