/** Migrations keep old documents readable: pure steps, each from one format version to the next. */
import { formatExactNumber, type Problem } from './problem.ts';
import { isObject } from './schema.ts';

/**
 * Turns a document of one version into one of the next. Pure and total: what it does not recognise it leaves unchanged,
 * for the schema to report.
 */
export type Migration = (document: Readonly<Record<string, unknown>>) => Record<string, unknown>;

/** `MIGRATIONS[v − 1]` migrates from version v to v + 1. There is no older version yet. */
export const MIGRATIONS: readonly Migration[] = [];

export type MigrationResult =
  | { readonly ok: true; readonly document: unknown }
  | { readonly ok: false; readonly problem: Problem };

/**
 * The document in the newest version; a missing `version` means 1. A value that is not an object is returned unchanged.
 * @param documentName what the sentence that rejects a newer document calls it: `scenario`, `link`
 */
export function migrate(
  document: unknown,
  migrations: readonly Migration[] = MIGRATIONS,
  documentName = 'scenario',
): MigrationResult {
  if (!isObject(document)) return { ok: true, document };
  const newest = migrations.length + 1;
  const version = document['version'] ?? 1;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return { ok: true, document };
  if (version > newest) return { ok: false, problem: newerVersionProblem(version, newest, documentName) };
  let current: Record<string, unknown> = document;
  for (let from = version; from < newest; from++) {
    const step = migrations[from - 1] as Migration;
    current = { ...step(current), version: from + 1 };
  }
  return { ok: true, document: current };
}

/** `This link was made by a newer Spillway (format 3; this one reads up to 1).` */
export function newerVersionProblem(version: number, newest: number, documentName: string): Problem {
  return {
    path: 'version',
    actual: formatExactNumber(version),
    expected: newest === 1 ? '1' : `a whole number from 1 to ${formatExactNumber(newest)}`,
    message: `This ${documentName} was made by a newer Spillway (format ${version}; this one reads up to ${newest}).`,
  };
}
