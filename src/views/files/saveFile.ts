/** The scenario as a file: the format's JSON without defaults, as if written manually. */
import { completeDocument, type Scenario } from '../../sim/index.ts';
import type { Actions } from '../../store/actions.ts';

const MAX_TITLE_LENGTH = 60;

/**
 * `Edge burst` → `edge-burst.json`
 * @param what of the run is in the file, where that is not all of it; a long title must not cut it off
 */
export function fileName(title: string, ending = 'json', what = ''): string {
  const start = Array.from(title.normalize('NFKC').trim()).slice(0, MAX_TITLE_LENGTH).join('');
  const name = `${start} ${what}`
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `${name || 'spillway'}.${ending}`;
}

export function fileText(scenario: Scenario): string {
  return `${JSON.stringify(completeDocument(scenario), null, 2)}\n`;
}

/** Saves the file as a browser download. */
export function saveFile(scenario: Scenario, actions: Actions): void {
  const name = fileName(scenario.title);
  saveBlob(new Blob([fileText(scenario)], { type: 'application/json' }), name);
  actions.say(`Saved as ${name}.`);
}

/** Saves tables for spreadsheets. Excel takes UTF-8 for the system's own encoding unless a byte order mark says what it is. */
export function saveCsv(parts: readonly BlobPart[], name: string): void {
  saveBlob(new Blob(['\uFEFF', ...parts], { type: 'text/csv' }), name);
}

/** Safari on a phone asks first whether to save, and only then reads the file. */
const ASKED_FOR_MS = 60_000;

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), ASKED_FOR_MS);
}
