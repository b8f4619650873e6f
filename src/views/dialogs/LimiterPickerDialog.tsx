/** Choosing a limiter for a lane: search, a table, and a card that describes the highlighted limiter. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { MAX_LANES, type CatalogueEntry, type Edition } from '../../sim/index.ts';
import { editionsOf } from '../../store/scenarioEdits.ts';
import { useActions, useAppState } from '../../store/playgroundContext.tsx';
import { profileKey } from '../../store/selectors.ts';
import type { MeasuredProfile } from '../../store/state.ts';
import { formatNumber } from '../format/numbers.ts';
import { OUTCOME_GLYPHS, OUTCOME_NAMES } from '../text/outcomeText.ts';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { TextField } from '../ui/TextField.tsx';
import { LimiterCard } from './LimiterCard.tsx';
import styles from './LimiterPickerDialog.module.css';
import {
  outcomesInOrder,
  formatBytes,
  pickerEntries,
  filterEntries,
  worstCaseTexts,
  nextSorting,
  sectionsOf,
  unmeasuredReason,
  type SortColumn,
  type Sorting,
} from './limiterPicker.ts';

const COLUMNS: readonly { readonly id: SortColumn; readonly title: string }[] = [
  { id: 'name', title: 'Limiter' },
  { id: 'summary', title: 'Idea' },
  { id: 'storedPerKey', title: 'Kept per key' },
  { id: 'stateBytes', title: 'Bytes at n = 100' },
  { id: 'nanoseconds', title: 'ns per decision' },
  { id: 'worstFound', title: 'Most in T at n = 10' },
  { id: 'pacing', title: 'Smooth or bursty' },
  { id: 'outcomes', title: 'Answers' },
];

/** On a touch screen, focusing the search would open a keyboard over half of the dialog. */
const hasHover = (): boolean => matchMedia('(hover: hover)').matches;

export default function LimiterPickerDialog({ lane }: { readonly lane: number | null }): ReactElement {
  const actions = useActions();
  const lanes = useAppState((state) => state.scenario.lanes);
  const [search, setSearch] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const current = lane === null ? undefined : lanes[lane];
  const [highlightedId, setWanted] = useState(current?.limiter);
  const searchField = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLTableElement>(null);

  const profiles = useAppState((state) => state.profiles);
  const sections = sectionsOf(filterEntries(pickerEntries, search), sorting, profiles);
  useEffect(() => actions.measureLimiters(), [actions]);
  const visibleEntries = sections.flatMap(({ entries }) => entries);
  const highlighted = visibleEntries.find(({ id }) => id === highlightedId) ?? visibleEntries[0];
  const full = lane === null && lanes.length >= MAX_LANES;

  const close = (): void => actions.openDialog(null);

  function choose(entry: CatalogueEntry | undefined): void {
    if (entry === undefined || full) return;
    actions.chooseLimiter(lane, entry.id);
  }

  function moveTo(event: KeyboardEvent, entry: CatalogueEntry | undefined): void {
    event.preventDefault();
    if (entry === undefined) return;
    setWanted(entry.id);
    // The row already exists; only its tabindex changes on the next render.
    table.current?.querySelector<HTMLElement>(`[data-id="${entry.id}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = highlighted === undefined ? -1 : visibleEntries.indexOf(highlighted);
    const inTable = event.target instanceof Element && event.target.closest('tbody') !== null;
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(highlighted);
    } else if (event.key === 'ArrowDown')
      moveTo(event, inTable ? (visibleEntries[place + 1] ?? highlighted) : highlighted);
    else if (event.key === 'ArrowUp' && inTable) {
      if (place === 0) {
        event.preventDefault();
        searchField.current?.focus();
      } else moveTo(event, visibleEntries[place - 1]);
    } else if (event.key === 'Home' && inTable) moveTo(event, visibleEntries[0]);
    else if (event.key === 'End' && inTable) moveTo(event, visibleEntries.at(-1));
  }

  return (
    <Dialog
      open
      onClose={close}
      title="Choose a limiter"
      width={1120}
      height={720}
      {...(hasHover() && { initialFocus: searchField })}
    >
      <div className={styles['picker']}>
        <div className={styles['list']}>
          <TextField
            ref={searchField}
            kind="search"
            label="Search"
            hideLabel
            placeholder="Search by name, idea or defect"
            value={search}
            onInput={setSearch}
            onKeyDown={onKeyDown}
          />
          <div className={styles['scroll']}>
            {/* Its rows are navigated and chosen with the keyboard. */}
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
              {sections.map(({ family, entries: limiters }) => (
                <tbody key={family} onKeyDown={onKeyDown}>
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
                      entry: limiter,
                      highlighted: limiter === highlighted,
                      current: current?.limiter === limiter.id && current.edition === edition,
                      profile: profiles.get(profileKey(limiter.id, edition)) ?? null,
                      onHighlight: () => setWanted(limiter.id),
                    });
                    return [
                      <LimiterRow key={limiter.id} {...common(own)} onChoose={() => choose(limiter)} />,
                      ...further.map((edition) => <EditionRow key={`${limiter.id} ${edition}`} {...common(edition)} />),
                    ];
                  })}
                </tbody>
              ))}
            </table>
            {visibleEntries.length === 0 && (
              <p className={styles['none']}>No limiter matches all of these words. Try fewer or different ones.</p>
            )}
          </div>
          <p className={styles['how']}>
            Measured in this browser: bytes for one busy key, time per decision, and the most admitted within T, as
            claimed and as found by trying 10,000 traffic patterns. Distributed schemes are not measured: their cost and
            admissions depend on nodes, store and links.
          </p>
        </div>
        <div className={styles['side']}>
          {highlighted !== undefined && <LimiterCard entry={highlighted} lane={lane} />}
        </div>
      </div>
    </Dialog>
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
  readonly onChoose: () => void;
}

function LimiterRow({ entry, highlighted, current, profile, onHighlight, onChoose }: LimiterRowProps): ReactElement {
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
        {entry.editions.length > 1 && <span className={styles['soft']}> †</span>}
        {current && <span className={styles['current']}>in this lane</span>}
      </th>
      <td className={styles['summary']}>
        <span className={styles['lines']}>{entry.summary}</span>
      </td>
      <td className={styles['storedPerKey']}>
        <span className={styles['lines']}>{entry.storedPerKey}</span>
      </td>
      <MeasurementCells entry={entry} profile={profile} />
      <td className={styles['pacing']}>{entry.pacing}</td>
      <td className={styles['outcomes']}>
        <span className={styles['signs']}>
          {outcomesInOrder(entry).map((outcome) => (
            <Glyph key={outcome} name={OUTCOME_GLYPHS[outcome]} />
          ))}
        </span>
        <span className="visually-hidden">
          {outcomesInOrder(entry)
            .map((outcome) => OUTCOME_NAMES[outcome])
            .join(', ')}
        </span>
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
        <span className="visually-hidden">{entry.name} </span>as published †
        {current && <span className={styles['current']}>in this lane</span>}
      </th>
      <td className={styles['summary']}>
        <span className={styles['lines']}>
          {`With its ${defects.length === 1 ? 'defect' : 'defects'}: ${defects.join(', ')}.`}
        </span>
      </td>
      <td className={styles['storedPerKey']}>{SAME_AS_ABOVE}</td>
      <MeasurementCells entry={entry} profile={profile} />
      <td className={styles['pacing']}>{SAME_AS_ABOVE}</td>
      <td className={styles['outcomes']}>{SAME_AS_ABOVE}</td>
    </tr>
  );
}

/** Dashes until they are known, and for schemes, which are not measured. */
function MeasurementCells({ entry, profile }: Pick<EditionRowProps, 'entry' | 'profile'>): ReactElement {
  const why = unmeasuredReason(entry);
  if (why !== null) {
    return (
      <>
        {(['stateBytes', 'nanoseconds', 'worstFound'] as const).map((column) => (
          <td key={column} className={styles[column]} title={why}>
            –
          </td>
        ))}
      </>
    );
  }
  const [claimed, worst] = profile === null ? ['–', null] : worstCaseTexts(profile);
  return (
    <>
      <td className={styles['stateBytes']}>{profile === null ? '–' : formatBytes(profile.stateBytes)}</td>
      <td className={styles['nanoseconds']}>{profile === null ? '–' : formatNumber(profile.nanoseconds, 0)}</td>
      <td className={styles['worstFound']}>
        {claimed}
        {worst !== null && <span className={styles['found']}> {worst}</span>}
      </td>
    </>
  );
}
