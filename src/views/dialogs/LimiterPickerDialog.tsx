/** Choosing a limiter for a lane: search, a table, and a card that describes the highlighted limiter. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { MAX_LANES, type CatalogueEntry, type Edition, type Lane } from '../../sim/index.ts';
import { editionsOf } from '../../store/scenarioEdits.ts';
import { chooseLimiter } from '../../store/codeLanes.ts';
import { focusAddedLane } from '../hooks/focusAddedLane.ts';
import { useActions, useAppState, useStoreApi } from '../../store/playgroundContext.tsx';
import { profileKey } from '../../store/selectors.ts';
import type { MeasuredProfile } from '../../store/state.ts';
import { OUTCOME_GLYPHS, OUTCOME_NAMES } from '../text/outcomeText.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { hasHover } from '../ui/mediaQueries.ts';
import { searchBest, searchItems } from '../search/search.ts';
import { limiterFields } from '../search/searchFields.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { TextField } from '../ui/TextField.tsx';
import { LimiterCard } from './LimiterCard.tsx';
import styles from './LimiterPickerDialog.module.css';
import {
  outcomesInOrder,
  formatBytes,
  formatNanoseconds,
  pickerEntries,
  worstCaseTexts,
  nextSorting,
  sectionsOf,
  unmeasuredCount,
  unmeasuredReason,
  type PickerSection,
  type SortColumn,
  type Sorting,
} from './limiterPicker.ts';

const COLUMNS: readonly { readonly id: SortColumn; readonly title: string }[] = [
  { id: 'name', title: 'Limiter' },
  { id: 'summary', title: 'Idea' },
  { id: 'storedPerKey', title: 'Kept per key' },
  { id: 'stateBytes', title: 'Bytes at n\u00a0=\u00a0100' },
  { id: 'nanoseconds', title: 'ns per decision' },
  { id: 'worstFound', title: 'Most in T at n\u00a0=\u00a010' },
  { id: 'pacing', title: 'Smooth or bursty' },
  { id: 'outcomes', title: 'Answers' },
];

interface LimiterPickerProps {
  readonly lane: number | null;
  /** What was typed while it was loading. */
  readonly search?: string | undefined;
}

export default function LimiterPickerDialog({ lane, search: typed = '' }: LimiterPickerProps): ReactElement {
  const store = useStoreApi();
  const actions = useActions();
  const lanes = useAppState((state) => state.scenario.lanes);
  const [before] = useState(lanes.length);
  const [search, setSearch] = useState(typed);
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const current = lane === null ? undefined : lanes[lane];
  const [highlightedId, setHighlightedId] = useState(current?.limiter);

  const profiles = useAppState((state) => state.profiles);
  const found = searchItems(pickerEntries(), search, limiterFields);
  const whyFound = new Map(found.map(({ item, why }) => [item.id, why]));
  const sections = sectionsOf(
    found.map(({ item }) => item),
    sorting,
    profiles,
  );
  useEffect(() => actions.measureLimiters(), [actions]);
  const unmeasured = unmeasuredCount(profiles);
  const visibleEntries = sections.flatMap(({ entries }) => entries);
  // What is named, rather than what comes first: “haproxy” is HAProxy’s before it is the counter that HAProxy builds on.
  const best = search.trim() === '' ? undefined : searchBest(pickerEntries(), search, limiterFields)[0]?.item;
  const highlighted = visibleEntries.find(({ id }) => id === highlightedId) ?? best ?? visibleEntries[0];
  const full = lane === null && lanes.length >= MAX_LANES;

  function choose(entry: CatalogueEntry | undefined): void {
    if (entry !== undefined && !full) chooseLimiter(store, actions, lane, entry.id);
  }
  const choice = { highlighted, onHighlight: setHighlightedId, onChoose: choose };
  const { searchField, table, onKeyDown } = useRowKeys(visibleEntries, choice);

  return (
    <Dialog
      open
      onClose={() => actions.openDialog(null)}
      title="Choose a limiter"
      width={1360}
      height={720}
      {...(hasHover() && { initialFocus: searchField })}
      onClosed={() => {
        if (store.getState().scenario.lanes.length > before) focusAddedLane(before);
      }}
    >
      <div className={styles['picker']}>
        <div className={styles['list']}>
          <TextField
            ref={searchField}
            kind="search"
            label="Search"
            hideLabel
            placeholder="Search by name, idea, system or defect"
            value={search}
            onInput={setSearch}
            onKeyDown={onKeyDown}
          />
          <div className={styles['scroll']}>
            {/* Its rows are navigated and chosen with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
            <table ref={table} className={cx('table-heads', styles['table'])} role="grid" aria-label="Limiters">
              <ColumnHeaders sorting={sorting} onSort={setSorting} />
              {sections.map((section) => (
                <LimiterSection
                  key={section.family}
                  {...section}
                  {...choice}
                  whyFound={whyFound}
                  lane={current}
                  onKeyDown={onKeyDown}
                />
              ))}
            </table>
            {visibleEntries.length === 0 && (
              <p className={styles['none']}>No limiter matches all of these words. Try fewer or different ones.</p>
            )}
          </div>
          <p className={styles['how']}>
            † as its source printed it, defects included. ● admits, ○ delays, ✕ denies.{' '}
            {unmeasured === 0 ? 'Measured in this browser' : `Being measured in this browser, ${unmeasured} to go`}:
            bytes for one busy key, time per decision, and the most admitted within T, as claimed and as found in 10,000
            traffic patterns. Not measured: distributed schemes and your own limiter. The config of a real system can be
            pasted anywhere on the page.
          </p>
        </div>
        <div className={styles['side']}>
          {highlighted !== undefined && <LimiterCard entry={highlighted} lane={lane} />}
        </div>
      </div>
    </Dialog>
  );
}

interface Choice {
  readonly highlighted: CatalogueEntry | undefined;
  readonly onHighlight: (id: string) => void;
  readonly onChoose: (entry: CatalogueEntry | undefined) => void;
}

/** Focus follows the highlight, from the search field into the table and back: the hook holds both elements. */
function useRowKeys(rows: readonly CatalogueEntry[], { highlighted, onHighlight, onChoose }: Choice) {
  const searchField = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = highlighted === undefined ? -1 : rows.indexOf(highlighted);
    const inTable = event.target instanceof Element && event.target.closest('tbody') !== null;
    const targets: Readonly<Record<string, CatalogueEntry | undefined>> = inTable
      ? { ArrowDown: rows[place + 1] ?? highlighted, ArrowUp: rows[place - 1], Home: rows[0], End: rows.at(-1) }
      : { ArrowDown: highlighted };
    if (event.key !== 'Enter' && !Object.hasOwn(targets, event.key)) return;
    event.preventDefault();
    const target = targets[event.key];
    if (event.key === 'Enter') onChoose(highlighted);
    else if (event.key === 'ArrowUp' && place === 0) searchField.current?.focus();
    else if (target !== undefined) {
      onHighlight(target.id);
      // The row already exists; only its tabindex changes on the next render.
      table.current?.querySelector<HTMLElement>(`[data-id="${target.id}"]`)?.focus();
    }
  }
  return { searchField, table, onKeyDown };
}

type ColumnHeadersProps = { readonly sorting: Sorting | null; readonly onSort: (sorting: Sorting | null) => void };

function ColumnHeaders({ sorting, onSort }: ColumnHeadersProps): ReactElement {
  const arrow = sorting?.direction === 'ascending' ? ' ↑' : ' ↓';
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ id, title }) => (
          <th
            key={id}
            scope="col"
            className={styles[id]}
            aria-sort={sorting?.by === id ? sorting.direction : undefined}
          >
            <button type="button" className={styles['sort']} onClick={() => onSort(nextSorting(sorting, id))}>
              {title}
              <span aria-hidden="true">{sorting?.by === id ? arrow : ''}</span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface LimiterSectionProps extends PickerSection, Choice {
  /** The lane being edited; undefined for a new one. */
  readonly lane: Lane | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Why each limiter was found, where its row does not show it. */
  readonly whyFound: ReadonlyMap<string, string | null>;
}

function LimiterSection(props: LimiterSectionProps): ReactElement {
  const { family, entries, highlighted, lane, whyFound, onKeyDown, onHighlight, onChoose } = props;
  const profiles = useAppState((state) => state.profiles);
  return (
    <tbody onKeyDown={onKeyDown}>
      {family !== null && (
        <tr>
          {/* No wider than the columns that are always there: one that is hidden would take its room nevertheless. */}
          <th className={styles['family']} scope="rowgroup" colSpan={2}>
            {family}
          </th>
        </tr>
      )}
      {entries.flatMap((entry) => {
        const [own, ...further] = editionsOf(entry);
        const common = (edition: Edition) => ({
          entry,
          highlighted: entry === highlighted,
          current: lane?.limiter === entry.id && lane.edition === edition,
          profile: profiles.get(profileKey(entry.id, edition)) ?? null,
          onHighlight: () => onHighlight(entry.id),
        });
        return [
          <LimiterRow
            key={entry.id}
            {...common(own)}
            why={whyFound.get(entry.id) ?? null}
            onChoose={() => onChoose(entry)}
          />,
          ...further.map((edition) => <EditionRow key={`${entry.id} ${edition}`} {...common(edition)} />),
        ];
      })}
    </tbody>
  );
}

interface EditionRowProps {
  readonly entry: CatalogueEntry;
  readonly highlighted: boolean;
  /** Whether the lane being edited runs this edition of the limiter. */
  readonly current: boolean;
  /** Null until it has been measured. */
  readonly profile: MeasuredProfile | null;
  readonly onHighlight: () => void;
}

interface LimiterRowProps extends EditionRowProps {
  readonly why: string | null;
  readonly onChoose: () => void;
}

function LimiterRow(props: LimiterRowProps): ReactElement {
  const { entry, highlighted, current, why, profile, onHighlight, onChoose } = props;
  const outcomes = outcomesInOrder(entry);
  return (
    <tr
      className={cx(styles['row'], highlighted && styles['highlighted'])}
      data-id={entry.id}
      tabIndex={highlighted ? 0 : -1}
      aria-selected={highlighted}
      onClick={onHighlight}
      onFocus={onHighlight}
      onDoubleClick={onChoose}
    >
      <th scope="row" className={styles['name']}>
        <span>{entry.name}</span>
        {/* Not where it is corrected: the published edition is the row below. */}
        {editionsOf(entry)[0] === 'published' && <span className={styles['soft']}>{'\u00a0†'}</span>}
        {current && <span className={styles['current']}>in this lane</span>}
        {why !== null && <span className={styles['why']}> {why}</span>}
      </th>
      <td className={styles['summary']}>{entry.summary}</td>
      <td className={styles['storedPerKey']}>{entry.storedPerKey}</td>
      <MeasurementCells entry={entry} profile={profile} />
      <td className={styles['pacing']}>{entry.pacing}</td>
      <td className={styles['outcomes']}>
        <span className={styles['signs']}>
          {outcomes.map((outcome) => (
            <Glyph key={outcome} name={OUTCOME_GLYPHS[outcome]} />
          ))}
        </span>
        <span className="visually-hidden">{outcomes.map((outcome) => OUTCOME_NAMES[outcome]).join(', ')}</span>
      </td>
    </tr>
  );
}

const SAME_AS_ABOVE = <span className="visually-hidden">as above</span>;

/** Below its limiter's row: what differs in the edition that is not the default for a new lane. */
function EditionRow({ entry, highlighted, current, profile, onHighlight }: EditionRowProps): ReactElement {
  const defects = entry.errata.map(({ name }) => name);
  return (
    <tr className={cx(styles['row'], styles['edition'], highlighted && styles['highlighted'])} onClick={onHighlight}>
      <th scope="row" className={styles['name']}>
        <span className="visually-hidden">{entry.name} </span>as published{'\u00a0†'}
        {current && <span className={styles['current']}>in this lane</span>}
      </th>
      <td className={styles['summary']}>
        {`With its ${defects.length === 1 ? 'defect' : 'defects'}: ${defects.join(', ')}.`}
      </td>
      <td className={styles['storedPerKey']}>{SAME_AS_ABOVE}</td>
      <MeasurementCells entry={entry} profile={profile} />
      <td className={styles['pacing']}>{SAME_AS_ABOVE}</td>
      <td className={styles['outcomes']}>{SAME_AS_ABOVE}</td>
    </tr>
  );
}

/** Dashes until they are known, and for schemes, which are not measured. */
function MeasurementCells({ entry, profile }: Pick<EditionRowProps, 'entry' | 'profile'>): ReactNode {
  const why = unmeasuredReason(entry);
  if (why !== null) {
    return (['stateBytes', 'nanoseconds', 'worstFound'] as const).map((column) => (
      <td key={column} className={styles[column]} title={why}>
        –
      </td>
    ));
  }
  const [claimed, worst] = profile === null ? ['–', null] : worstCaseTexts(profile);
  return (
    <>
      <td className={styles['stateBytes']}>{profile === null ? '–' : formatBytes(profile.stateBytes)}</td>
      <td className={styles['nanoseconds']}>{profile === null ? '–' : formatNanoseconds(profile.nanoseconds)}</td>
      <td className={styles['worstFound']}>
        {claimed}
        {worst !== null && <span className={styles['found']}> {worst}</span>}
      </td>
    </>
  );
}
