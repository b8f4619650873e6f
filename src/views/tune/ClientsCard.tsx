/** Who would be refused: the clients of the traffic, in pages, sorted and filtered, and the way to each one's run. */
import { memo, useCallback, useDeferredValue, useMemo, useState, type ReactElement } from 'react';
import { resolvePolicy, secondsFromMicros, type Scenario } from '../../sim/index.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { useTuneAnswer, useTuning } from '../../store/tuning/tuningContext.tsx';
import { DROPPED, tuningProblem } from '../../store/tuning/tuning.ts';
import { coarsestStamps, decidingTime, isIdentifiable } from '../../tune/identifiable.ts';
import type { ClientColumn, Clients, ClientsQuery } from '../../tune/index.ts';
import { fileName, saveCsv } from '../files/saveFile.ts';
import { useSettled } from '../hooks/useSettled.ts';
import { NoLanes } from '../text/NothingShown.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/TextField.tsx';
import styles from './ClientsCard.module.css';
import { ClientsTable } from './ClientsTable.tsx';
import { CLIENTS_PER_PAGE, clientsHeading, pageText } from './clientsText.ts';

/** Bins of a row's strip. */
const STRIP_BINS = 200;

type Order = Pick<ClientsQuery, 'sort' | 'descending' | 'filter' | 'onlyRefused' | 'from'>;
const FIRST_ORDER: Order = { sort: 'refused', descending: true, filter: '', onlyRefused: false, from: 0 };

export function ClientsCard(): ReactElement {
  const lane = useAppState((state) => state.focusedLane);
  const [order, setOrder] = useState(FIRST_ORDER);
  const query: ClientsQuery = { lane, ...order, to: order.from + CLIENTS_PER_PAGE, columns: STRIP_BINS };
  const hasLanes = useAppState((state) => state.scenario.lanes.length > 0);
  const { answer, scenario, problem, isCurrent } = useTuneAnswer('clients', hasLanes ? query : null);
  // Another order or filter begins with its first page.
  const change = useCallback(
    (part: Partial<Order>): void => setOrder((before) => ({ ...before, from: 0, ...part })),
    [],
  );
  const sentence = problem ?? (answer?.ok === false ? answer.sentence : null);
  const tuned = scenario?.lanes[lane];
  // Without lanes nothing is asked, and the last answer stays.
  const shown = hasLanes && answer?.ok === true && tuned !== undefined ? answer : null;
  const known =
    scenario === null || tuned === undefined || isIdentifiable(decidingTime(scenario, tuned), coarsestStamps(scenario));
  const heading = clientsHeading(shown, known);
  const said = useSettled(heading);
  // Fifty rows with their strips take longer than a frame: they are drawn when nothing else is to be done.
  const asked = useMemo(() => ({ shown, scenario, order }), [shown, scenario, order]);
  const drawn = useDeferredValue(asked);
  return (
    <section
      id="clients"
      className={styles['card']}
      aria-label="Clients"
      aria-busy={hasLanes && (!isCurrent || drawn !== asked)}
      // The skip link's target.
      tabIndex={-1}
    >
      <header className={styles['head']}>
        <h2>{heading}</h2>
        <p className="visually-hidden" aria-live="polite">
          {said}
        </p>
        {shown !== null && <ClientsTools query={query} onChange={change} />}
      </header>
      {!hasLanes ? (
        <NoLanes text="No lanes yet. Add a limiter to see whom it refuses." />
      ) : sentence !== null ? (
        <EmptyState>{sentence}</EmptyState>
      ) : (
        drawn.shown !== null &&
        drawn.scenario !== null && (
          <Rows shown={drawn.shown} scenario={drawn.scenario} lane={lane} order={drawn.order} onChange={change} />
        )
      )}
    </section>
  );
}

interface RowsProps {
  readonly shown: Extract<Clients, { readonly ok: true }>;
  /** What they are of. */
  readonly scenario: Scenario;
  readonly lane: number;
  readonly order: Order;
  readonly onChange: (part: Partial<Order>) => void;
}

const Rows = memo(function Rows({ shown, scenario, lane, order, onChange }: RowsProps): ReactElement | null {
  if (scenario.lanes[lane] === undefined) return null;
  return (
    <>
      <ClientsTable
        rows={shown.rows}
        context={{
          T: secondsFromMicros(resolvePolicy(scenario, lane).T),
          epoch: scenario.epoch,
          resolution: coarsestStamps(scenario),
          end: Math.round(STRIP_BINS * shown.binSeconds),
          isClosedLoop: shown.isClosedLoop,
        }}
        sort={order.sort}
        descending={order.descending}
        onSort={(column) => onChange(sortedBy(order, column))}
      />
      <Pages from={shown.from} count={shown.count} onTurn={(from) => onChange({ from })} />
    </>
  );
});

/** By that column; by the same one again, the other way round. Names and times begin with the first, figures with the most. */
function sortedBy({ sort, descending }: Order, column: ClientColumn): Partial<Order> {
  const first = column !== 'key' && column !== 'firstRefusal';
  return { sort: column, descending: column === sort ? !descending : first };
}

interface ClientsToolsProps {
  readonly query: ClientsQuery;
  readonly onChange: (part: Partial<Order>) => void;
}

function ClientsTools({ query, onChange }: ClientsToolsProps): ReactElement {
  return (
    <div className={styles['tools']}>
      <TextField
        kind="search"
        label="Find a client"
        hideLabel
        placeholder="Find a client"
        className={styles['search'] ?? ''}
        value={query.filter}
        onInput={(filter) => onChange({ filter })}
      />
      <Checkbox
        label="Refused only"
        checked={query.onlyRefused}
        onChange={(onlyRefused) => onChange({ onlyRefused })}
      />
      <SaveCsv query={query} />
    </div>
  );
}

/** Saves all rows that match, on whichever page they are. */
function SaveCsv({ query }: { readonly query: ClientsQuery }): ReactElement {
  const tuning = useTuning();
  const { say } = useActions();
  const title = useAppState((state) => state.scenario.title);
  const save = async (): Promise<void> => {
    try {
      const text = await tuning.ask('clientsCsv', query);
      if (text === DROPPED) return;
      const name = fileName(title, 'csv', 'clients');
      saveCsv([text], name);
      say(`Saved as ${name}.`);
    } catch (error) {
      say(tuningProblem(error as Error));
    }
  };
  return <Button onClick={() => void save()}>Save as CSV</Button>;
}

interface PagesProps {
  readonly from: number;
  readonly count: number;
  readonly onTurn: (from: number) => void;
}

function Pages({ from, count, onTurn }: PagesProps): ReactElement {
  return (
    <div className={styles['pages']}>
      <p className="label">{count === 0 ? 'No client matches. Find another, or show all.' : pageText(from, count)}</p>
      {count > CLIENTS_PER_PAGE && (
        <>
          <Button size="small" disabled={from === 0} onClick={() => onTurn(from - CLIENTS_PER_PAGE)}>
            Previous {CLIENTS_PER_PAGE}
          </Button>
          <Button
            size="small"
            disabled={from + CLIENTS_PER_PAGE >= count}
            onClick={() => onTurn(from + CLIENTS_PER_PAGE)}
          >
            Next {CLIENTS_PER_PAGE}
          </Button>
        </>
      )}
    </div>
  );
}
