/** A scenario as it is kept: its plain document, which `parseScenario` reads back, migrating it if it is old. */
import {
  decodeLink,
  isChartLayout,
  isOtherMode,
  parseScenario,
  problemMessage,
  type LinkView,
  type Scenario,
} from '../../sim/index.ts';

export type ReadDocument =
  | { readonly ok: true; readonly scenario: Scenario }
  | { readonly ok: false; readonly problem: string };

/** @param document as `StoredState.document`; the text of a link may have become readable since */
export function readDocument(document: unknown): ReadDocument {
  if (typeof document === 'string') {
    const decoded = decodeLink(document);
    return decoded.ok ? decoded : { ok: false, problem: decoded.failure.message };
  }
  const parsed = parseScenario(document);
  return parsed.ok ? parsed : { ok: false, problem: parsed.problems.map(problemMessage).join(' ') };
}

/** The digests of the recordings that a document names, which need not have been checked. */
export function namedRecordings(document: unknown): readonly string[] {
  const { traffic } = (document ?? {}) as { readonly traffic?: unknown };
  if (!Array.isArray(traffic)) return [];
  return (traffic as readonly ({ kind?: unknown; digest?: unknown } | null)[]).flatMap((entry) =>
    entry?.kind === 'recording' && typeof entry.digest === 'string' ? [entry.digest] : [],
  );
}

/** The text of a document that cannot be read, so that it can be copied. */
export function unreadableText(document: unknown): string {
  return typeof document === 'string' ? document : JSON.stringify(document, null, 2);
}

/** A view as it was kept; null if it is none. */
export function viewFrom(kept: unknown): LinkView | null {
  const { at, from, to, selected, layout, hideFuture, mode, step } = (kept ?? {}) as Partial<LinkView>;
  if (!isInstant(at) || !isInstant(from) || !isInstant(to) || from >= to) return null;
  const picked = isIndex(selected?.lane) && isIndex(selected.request) ? { selected } : {};
  return {
    at,
    from,
    to,
    ...picked,
    ...(isChartLayout(layout) ? { layout } : {}),
    ...(hideFuture === true ? { hideFuture } : {}),
    ...(isOtherMode(mode) ? { mode } : {}),
    ...(typeof step === 'string' ? { step } : {}),
  };
}

function isInstant(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value);
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The most characters of a title. */
const MAX_TITLE = 200;

const COPY_MARK = / ?\(copy(?: \d+)?\)$/;

/** `Edge burst` → `Edge burst (copy)`, or `Edge burst (copy 2)` if that is taken. */
export function copyTitle(title: string, taken: ReadonlySet<string> = new Set()): string {
  const stem = title.replace(COPY_MARK, '');
  for (let number = 1; ; number++) {
    const mark = number === 1 ? '(copy)' : `(copy ${number})`;
    const copy = stem === '' ? mark : `${stem.slice(0, MAX_TITLE - mark.length - 1)} ${mark}`;
    if (!taken.has(copy)) return copy;
  }
}
