/**
 * What a page has in a frame: the charts, a lesson, or the map of Tune, by themselves. It is as wide as the frame and as high as
 * it needs to be; where the frame is lower it scrolls, and the transport stays in sight.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, type ReactElement } from 'react';
import { useActions, useAppState, useStoreApi } from '../store/playgroundContext.tsx';
import { chartLayoutOf, stageOf } from '../store/selectors.ts';
import appStyles from './App.module.css';
import { Notices, useClosing } from './caption/Caption.tsx';
import { NotesText } from './caption/NotesText.tsx';
import { writtenForText } from './caption/sentenceText.ts';
import { AxisHeader, type AxisHeaderHandle } from './charts/AxisHeader.tsx';
import { trackGuttersOf } from './charts/laneGeometry.ts';
import { useCrosshairChip } from './charts/useCrosshairChip.ts';
import { Dock } from './dock/Dock.tsx';
import styles from './Embed.module.css';
import { timeTicks } from './format/ticks.ts';
import { useFirstChart } from './hooks/firstChart.ts';
import { keyBindings } from './hooks/keyBindings.ts';
import { laneOfList } from './hooks/laneOfList.ts';
import { useLayout, type Layout, type LayoutWidth } from './hooks/useLayout.ts';
import { useSender } from './hooks/useSender.ts';
import { Lanes } from './lanes/Lanes.tsx';
import { ChartSwitch, NextDisagreement } from './lanes/PhoneTools.tsx';
import { LazyPart } from './LazyPart.tsx';
import { PolicyBar } from './policy/PolicyBar.tsx';
import { PolicyChips } from './policy/PolicyChips.tsx';
import { TrafficTrack } from './track/TrafficTrack.tsx';
import { cx } from './ui/cx.ts';
import { lazyPart } from './ui/lazyPart.ts';

const Heard = lazyPart(() => import('./heard/Heard.tsx'));
const Learn = lazyPart(() => import('./learn/Learn.tsx'));
const Tune = lazyPart(() => import('./tune/Tune.tsx'));
const TuneMap = lazyPart(() => import('./tune/TuneMap.tsx'));
const Details = lazyPart(() => import('./Details.tsx'));
const Dialogs = lazyPart(() => import('./dialogs/Dialogs.tsx'));

interface EmbedProps {
  /** Called with the height of the content, in CSS pixels, whenever that changes. */
  readonly tellHeight: (height: number) => void;
  /** The address at which all of what is shown now is open. */
  readonly fullAddress: () => string;
}

export function Embed({ tellHeight, fullAddress }: EmbedProps): ReactElement {
  const learning = useAppState((state) => state.mode === 'learn');
  const mapped = useAppState((state) => state.mode === 'tune');
  const tried = useAppState((state) => state.embed === 'try');
  const futureHidden = useAppState((state) => state.futureHidden);
  const layout = useLayout(learning);
  const { openDialog } = useActions();
  const dialog = useAppState((state) => state.dialog !== null);
  const content = useToldHeight(tellHeight);
  useFirstChart();
  useListKeys();
  return (
    <div
      ref={content}
      className={cx(appStyles['app'], styles['embed'])}
      data-width={layout.width}
      data-embed={tried || learning ? 'try' : 'watch'}
      data-future={futureHidden ? 'hidden' : undefined}
    >
      <main aria-label="Playground">
        <Head fullAddress={fullAddress} />
        <div className={styles['body']} data-text={learning && layout.beside ? 'beside' : undefined}>
          {learning && (
            <LazyPart>
              <Learn beside />
            </LazyPart>
          )}
          <div className={styles['stage']}>
            {mapped ? <MapStage layout={layout} tried={tried} /> : <RunStage layout={layout} tried={tried} />}
          </div>
        </div>
      </main>
      {dialog && (
        <LazyPart onClose={() => openDialog(null)}>
          <Dialogs />
        </LazyPart>
      )}
    </div>
  );
}

function Head({ fullAddress }: Pick<EmbedProps, 'fullAddress'>) {
  const title = useAppState((state) => state.scenario.title);
  const notes = useAppState((state) => (state.mode === 'learn' ? '' : state.scenario.notes));
  const policy = useAppState(({ scenario }) => writtenForText(scenario));
  const closing = useClosing();
  return (
    <header className={styles['head']}>
      <h1 className={styles['title']} title={title} dir="auto">
        {title === '' ? 'Untitled' : title}
      </h1>
      <a
        className={styles['full']}
        href={location.href}
        target="_blank"
        rel="noopener"
        onClick={(event) => {
          event.currentTarget.href = fullAddress();
        }}
      >
        Open in full
      </a>
      {notes !== '' && (
        // It scrolls where it is long.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles['notes']} role="group" aria-label="Sentence" dir="auto" tabIndex={0}>
          <NotesText notes={notes} />
        </div>
      )}
      {policy !== null && <p className={styles['closing']}>Written for {policy}.</p>}
      {closing !== null && <p className={styles['closing']}>{closing}</p>}
    </header>
  );
}

interface StageProps {
  readonly layout: Layout;
  readonly tried: boolean;
}

function MapStage({ layout, tried }: StageProps) {
  return (
    <>
      <Notices />
      {tried && <Policy layout={layout} />}
      <LazyPart>
        <TuneMap />
      </LazyPart>
    </>
  );
}

/** The run; beside a lesson's text with all that its steps speak of, and Tune where a step asks for it. */
function RunStage({ layout, tried }: StageProps) {
  const learning = useAppState((state) => state.mode === 'learn');
  const tuned = useAppState((state) => stageOf(state) === 'tune');
  const drawer = useAppState((state) => state.mode === 'learn' && state.drawer !== null);
  const { openDrawer } = useActions();
  const sender = useSender();
  const phone = layout.width === 'phone';
  if (tuned) {
    return (
      <>
        <Notices />
        <LazyPart>
          <Tune layout={layout} policy={<Policy layout={layout} />} />
        </LazyPart>
      </>
    );
  }
  return (
    <>
      {(tried || learning) && <Policy layout={layout} />}
      <Notices />
      {phone && <Tools />}
      {learning ? <TrafficTrack layout={layout} /> : <Axis width={layout.width} />}
      <Lanes width={layout.width} />
      {drawer && (
        <LazyPart onClose={() => openDrawer(null)}>
          <Details />
        </LazyPart>
      )}
      <div className={styles['dock']}>
        <Dock
          layout={layout}
          sender={sender}
          heard={
            <LazyPart>
              <Heard />
            </LazyPart>
          }
        />
      </div>
    </>
  );
}

function Tools() {
  const countShown = useAppState((state) => state.windowCountShown);
  return (
    <div className={styles['tools']}>
      {countShown && <ChartSwitch />}
      <NextDisagreement />
    </div>
  );
}

/** The lanes' time, which the traffic track shows on the page. In columns each has its own. */
function Axis({ width }: { readonly width: LayoutWidth }) {
  const layout = useAppState(chartLayoutOf);
  const range = useAppState((state) => state.range);
  const columns = useAppState((state) => state.trackColumns);
  const axis = useRef<AxisHeaderHandle>(null);
  useCrosshairChip(axis);
  const gutters = useMemo(() => trackGuttersOf(layout, width), [layout, width]);
  const ticks = useMemo(() => timeTicks(range.from, range.to, columns), [range, columns]);
  if (layout === 'columns' && width !== 'phone') return null;
  return (
    <div className={styles['axis']}>
      <AxisHeader ref={axis} title={null} range={range} gutters={gutters} ticks={ticks} />
    </div>
  );
}

function Policy({ layout }: Pick<StageProps, 'layout'>) {
  return layout.width === 'phone' ? <PolicyChips /> : <PolicyBar />;
}

function useToldHeight(tell: (height: number) => void) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    let told = -1;
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (height === told) return;
      told = height;
      tell(height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [tell]);
  return content;
}

const LIST_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** In a list of decisions the keys do what they do on the page. Elsewhere all keys are the page's around. */
function useListKeys(): void {
  const store = useStoreApi();
  const actions = useActions();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const lane = laneOfList(document.activeElement);
      if (lane === null || !LIST_KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keyBindings(store, actions, event.shiftKey, lane)[event.key]?.();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [store, actions]);
}
