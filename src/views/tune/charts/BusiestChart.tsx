/** The busiest T of each client, in order, with n as a line to drag, and the clients above it. */
import { useMemo, useState, type ReactElement } from 'react';
import { secondsFromMicros, resolvePolicy } from '../../../sim/index.ts';
import { useAppState } from '../../../store/playgroundContext.tsx';
import { withSetting } from '../../../store/scenarioEdits.ts';
import { coarsestStamps, isIdentifiable } from '../../../tune/identifiable.ts';
import type { Answered } from '../../../store/tuning/tuningContext.tsx';
import { formatCount } from '../../format/numbers.ts';
import { countAxisTop } from '../../format/ticks.ts';
import { useHeld } from '../../hooks/useHeld.ts';
import { AfterPaint } from './AfterPaint.tsx';
import { AxisNames } from './AxisNames.tsx';
import { lazyPart } from '../../ui/lazyPart.ts';
import {
  aboveText,
  busiestText,
  clientsAbove,
  countedThings,
  MAX_STEPS,
  nothingText,
  stairs,
  stairsText,
} from './busiest.ts';
import { NOT_IDENTIFIABLE } from '../../text/stampsText.ts';
import styles from './charts.module.css';
import { ChartCard } from './ChartCard.tsx';
import { ClientsAboveTable } from './ClientsAboveTable.tsx';
import { draggedPermits } from './draggedPermits.ts';
import { valueAt, shareOf } from '../../charts/axisScale.ts';
import { tunePlot } from './plotFrame.ts';
import { StairsPlot } from './StairsPlot.tsx';
import { busiestCsv } from './tuneCsv.ts';
import { TuneHandle } from './TuneHandle.tsx';

const BusiestPictureDialog = lazyPart(() => import('./BusiestPictureDialog.tsx'));

/** @param busiest the answer for the tuning lane's window */
export function BusiestChart({ busiest }: { readonly busiest: Answered<'busiest'> }): ReactElement {
  const lane = useAppState((state) => state.focusedLane);
  const scenario = useAppState((state) => state.scenario);
  const { n, T } = resolvePolicy(scenario, lane);
  const seconds = secondsFromMicros(T);
  const { answer, problem, isCurrent } = busiest;
  const readings = answer?.readings ?? [];
  const known = isIdentifiable(seconds, coarsestStamps(scenario));
  const nothing = nothingText(answer);
  const isEmpty = nothing !== null;
  const counted = countedThings(answer);
  const above = readings.length === 0 || isEmpty ? '' : `${aboveText(readings, n)}${known ? '' : NOT_IDENTIFIABLE}`;
  const what = busiestText(answer, seconds);
  const sentence = above === '' ? what : `${what} ${above}.`;
  return (
    <ChartCard
      title="Busiest T of each client"
      subtitle={sentence}
      busy={!isCurrent}
      problem={problem ?? nothing}
      renderPicture={
        isCurrent && readings.length > 0 && !isEmpty
          ? (onClose) => (
              <BusiestPictureDialog {...{ scenario, lane, n, readings, counted, sentence, above, onClose }} />
            )
          : null
      }
      table={<ClientsAboveTable readings={readings} n={n} />}
      figures={() => busiestCsv(readings)}
    >
      {(width, height) =>
        readings.length === 0 ? null : <Staircase {...{ width, height, lane, n, readings, counted, above }} />
      }
    </ChartCard>
  );
}

interface StaircaseProps {
  readonly width: number;
  readonly height: number;
  readonly lane: number;
  readonly n: number;
  readonly readings: readonly Float64Array[];
  readonly counted: ReturnType<typeof countedThings>;
  readonly above: string;
}

function Staircase({ width, height, lane, n, readings, counted, above }: StaircaseProps): ReactElement {
  const [held, setHeld] = useState(false);
  const steps = useMemo(() => stairs(readings, MAX_STEPS), [readings]);
  const [permits = new Float64Array(0)] = readings;
  const clients = permits.length;
  // While the line is in the hand, the scale below it holds still.
  const top = useHeld(countAxisTop(n, steps.at(-1)?.band[1] ?? 0), held);
  const scale = { low: 0, high: top, log: false };
  const plot = tunePlot(width, height);
  const y = plot.height * (1 - shareOf(scale, n));
  const shareAbove = clientsAbove(permits, n) / clients;
  return (
    <>
      <div
        className={styles['above']}
        style={{
          left: plot.x + plot.width * (1 - shareAbove),
          top: plot.y,
          width: plot.width * shareAbove,
          height: y,
        }}
      />
      <div role="img" aria-label={stairsText(steps, above)}>
        <AfterPaint>
          <StairsPlot {...{ width, height, steps, clients, top }} />
        </AfterPaint>
        <AxisNames plot={plot} across="Clients" up={`${counted} in T`} />
      </div>
      <TuneHandle
        plot={plot}
        label="change of n"
        title="Drag to change n"
        change={(before, _x, share) =>
          withSetting(before, lane, 'n', draggedPermits(valueAt(scale, share), top / plot.height))
        }
        onHold={setHeld}
      >
        <div className={styles['limit']} style={{ top: y }}>
          <span className={styles['limitText']}>n = {formatCount(n)} (drag)</span>
          <span className={styles['knob']} />
        </div>
      </TuneHandle>
    </>
  );
}
