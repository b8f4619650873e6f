/** Choosing a limiter for a lane: search and table, and a card that tells of the one that is highlighted. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { MOST_LANES, type Choosable, type Edition, type Outcome } from '../../sim/index.ts';
import { editionsOf } from '../../store/edits.ts';
import { useActions, useApp } from '../../store/react.tsx';
import { surveyKey } from '../../store/selectors.ts';
import type { Measured } from '../../store/state.ts';
import { number } from '../format/numbers.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { TextField } from '../ui/TextField.tsx';
import { LimiterCard } from './LimiterCard.tsx';
import styles from './LimiterDialog.module.css';
import {
  answersOf,
  bytesWords,
  choosable,
  found,
  mostWords,
  nextSorting,
  sectionsOf,
  whyUnmeasured,
  type SortBy,
  type Sorting,
} from './picker.ts';

const COLUMNS: readonly { readonly id: SortBy; readonly title: string }[] = [
  { id: 'name', title: 'Limiter' },
  { id: 'idea', title: 'Idea' },
  { id: 'kept', title: 'Kept per key' },
  { id: 'bytes', title: 'Bytes at n = 100' },
  { id: 'nanoseconds', title: 'ns a decision' },
  { id: 'most', title: 'Most in T at n = 10' },
  { id: 'shape', title: 'Smooth or bursty' },
  { id: 'answers', title: 'Answers' },
];

/** A finger would get the keyboard of its phone over half of the dialog. */
const types = (): boolean => matchMedia('(hover: hover)').matches;

export default function LimiterDialog({ lane }: { readonly lane: number | null }): ReactElement {
  const actions = useActions();
  const lanes = useApp((state) => state.scenario.lanes);
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const current = lane === null ? undefined : lanes[lane];
  const [wanted, setWanted] = useState(current?.limiter);
  const field = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);

  const surveys = useApp((state) => state.surveys);
  const sections = sectionsOf(found(choosable, search), sorting, surveys);
  useEffect(() => actions.measureLimiters(), [actions]);
  const listed = sections.flatMap(({ limiters }) => limiters);
  const shown = listed.find(({ id }) => id === wanted) ?? listed[0];
  const full = lane === null && lanes.length >= MOST_LANES;

  const close = (): void => actions.openDialog(null);

  function choose(limiter: Choosable | undefined): void {
    if (limiter === undefined || full) return;
    actions.chooseLimiter(lane, limiter.id);
  }

  function move(event: KeyboardEvent, to: Choosable | undefined): void {
    event.preventDefault();
    if (to === undefined) return;
    setWanted(to.id);
    // The row is there already: only its place in the order of focus is new.
    table.current?.querySelector<HTMLElement>(`[data-id="${to.id}"]`)?.focus();
  }

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = shown === undefined ? -1 : listed.indexOf(shown);
    const inTable = event.target instanceof Element && event.target.closest('tbody') !== null;
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(shown);
    } else if (event.key === 'ArrowDown') move(event, inTable ? (listed[place + 1] ?? shown) : shown);
    else if (event.key === 'ArrowUp' && inTable) {
      if (place === 0) {
        event.preventDefault();
        field.current?.focus();
      } else move(event, listed[place - 1]);
    } else if (event.key === 'Home' && inTable) move(event, listed[0]);
    else if (event.key === 'End' && inTable) move(event, listed.at(-1));
  }

  return (
    <Dialog
      open
      onClose={close}
      title="Choose a limiter"
      width={1120}
      height={720}
      {...(types() && { initialFocus: field })}
    >
      <div className={styles['picker']}>
        <div className={styles['list']}>
          <TextField
            ref={field}
            kind="search"
            label="Search"
            hideLabel
            placeholder="Search by name, idea or defect"
            value={search}
            onInput={setSearch}
            onKeyDown={press}
          />
          <div className={styles['scroll']}>
            {/* A table whose rows are walked and chosen with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
            <table ref={table} className={styles['table']} role="grid" aria-label="Limiters">
              <thead>
                <tr>
                  {COLUMNS.map(({ id, title }) => (
                    <th
                      key={id}
                      scope="col"
                      className={styles[id]}
                      aria-sort={sorting?.by === id ? sorting.direction : undefined}
                    >
                      <button
                        type="button"
                        className={styles['sort']}
                        onClick={() => setSorting(nextSorting(sorting, id))}
                      >
                        {title}
                        <span aria-hidden="true">
                          {sorting?.by !== id ? '' : sorting.direction === 'ascending' ? ' ↑' : ' ↓'}
                        </span>
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              {sections.map(({ family, limiters }) => (
                <tbody key={family} onKeyDown={press}>
                  {family !== null && (
                    <tr>
                      <th className={styles['family']} scope="rowgroup" colSpan={COLUMNS.length}>
                        {family}
                      </th>
                    </tr>
                  )}
                  {limiters.flatMap((limiter) => {
                    const [own, ...further] = editionsOf(limiter);
                    const common = (edition: Edition) => ({
                      limiter,
                      highlighted: limiter === shown,
                      current: current?.limiter === limiter.id && current.edition === edition,
                      measured: surveys.get(surveyKey(limiter.id, edition)) ?? null,
                      onHighlight: () => setWanted(limiter.id),
                    });
                    return [
                      <Row key={limiter.id} {...common(own)} onChoose={() => choose(limiter)} />,
                      ...further.map((edition) => <EditionRow key={`${limiter.id} ${edition}`} {...common(edition)} />),
                    ];
                  })}
                </tbody>
              ))}
            </table>
            {listed.length === 0 && (
              <p className={styles['none']}>No limiter has all of these words. Try fewer, or another.</p>
            )}
          </div>
          <p className={styles['how']}>
            Measured here and now: bytes of one busy key; time for a decision; and the most let in within T, as claimed
            and as found by trying 10,000 traffics. Schemes of several processes are not measured: what they take and
            let in hangs on their nodes, the store and the way there.
          </p>
        </div>
        <div className={styles['side']}>{shown !== undefined && <LimiterCard limiter={shown} lane={lane} />}</div>
      </div>
    </Dialog>
  );
}

interface EditionRowProps {
  readonly limiter: Choosable;
  readonly highlighted: boolean;
  /** Whether the lane that one is chosen for has this edition of it. */
  readonly current: boolean;
  /** Null until it is. */
  readonly measured: Measured | null;
  readonly onHighlight: () => void;
}

interface RowProps extends EditionRowProps {
  readonly onChoose: () => void;
}

const SIGNS: { readonly [O in Outcome]: { readonly glyph: 'admitted' | 'delayed' | 'denied' } } = {
  allow: { glyph: 'admitted' },
  delay: { glyph: 'delayed' },
  deny: { glyph: 'denied' },
};

function Row({ limiter, highlighted, current, measured, onHighlight, onChoose }: RowProps): ReactElement {
  return (
    <tr
      className={cx(styles['row'], highlighted && styles['highlighted'])}
      data-id={limiter.id}
      tabIndex={highlighted ? 0 : -1}
      aria-selected={highlighted}
      onClick={onHighlight}
      onFocus={onHighlight}
      onDoubleClick={onChoose}
    >
      <th scope="row" className={styles['name']}>
        <span>{limiter.name}</span>
        {limiter.editions.length > 1 && <span className={styles['soft']}> †</span>}
        {current && <span className={styles['current']}>in this lane</span>}
      </th>
      <td className={styles['idea']}>
        <span className={styles['lines']}>{limiter.idea}</span>
      </td>
      <td className={styles['kept']}>
        <span className={styles['lines']}>{limiter.kept}</span>
      </td>
      <Measurements limiter={limiter} measured={measured} />
      <td className={styles['shape']}>{limiter.shape}</td>
      <td className={styles['answers']}>
        <span className={styles['signs']}>
          {answersOf(limiter).map((outcome) => (
            <Glyph key={outcome} name={SIGNS[outcome].glyph} />
          ))}
        </span>
        <span className="visually-hidden">
          {answersOf(limiter)
            .map((outcome) => SIGNS[outcome].glyph)
            .join(', ')}
        </span>
      </td>
    </tr>
  );
}

const AS_ABOVE = <span className="visually-hidden">as above</span>;

/** Below its limiter's row: what differs in the edition that a new lane does not have at first. */
function EditionRow({ limiter, highlighted, current, measured, onHighlight }: EditionRowProps): ReactElement {
  const defects = limiter.errata.map(({ name }) => name);
  return (
    <tr className={cx(styles['row'], styles['edition'], highlighted && styles['highlighted'])} onClick={onHighlight}>
      <th scope="row" className={styles['name']}>
        <span className="visually-hidden">{limiter.name} </span>as published †
        {current && <span className={styles['current']}>in this lane</span>}
      </th>
      <td className={styles['idea']}>
        <span className={styles['lines']}>
          {`With its ${defects.length === 1 ? 'defect' : 'defects'}: ${defects.join(', ')}.`}
        </span>
      </td>
      <td className={styles['kept']}>{AS_ABOVE}</td>
      <Measurements limiter={limiter} measured={measured} />
      <td className={styles['shape']}>{AS_ABOVE}</td>
      <td className={styles['answers']}>{AS_ABOVE}</td>
    </tr>
  );
}

/** Dashes while they are not known, and where there are none. */
function Measurements({ limiter, measured }: Pick<EditionRowProps, 'limiter' | 'measured'>): ReactElement {
  const why = whyUnmeasured(limiter);
  if (why !== null) {
    return (
      <>
        {(['bytes', 'nanoseconds', 'most'] as const).map((column) => (
          <td key={column} className={styles[column]} title={why}>
            –
          </td>
        ))}
      </>
    );
  }
  const [claimed, worst] = measured === null ? ['–', null] : mostWords(measured);
  return (
    <>
      <td className={styles['bytes']}>{measured === null ? '–' : bytesWords(measured.bytes)}</td>
      <td className={styles['nanoseconds']}>{measured === null ? '–' : number(measured.nanoseconds, 0)}</td>
      <td className={styles['most']}>
        {claimed}
        {worst !== null && <span className={styles['found']}> {worst}</span>}
      </td>
    </>
  );
}
