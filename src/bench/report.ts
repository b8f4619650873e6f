/** The benchmark's report: rows in sections, as a table for people or as JSON for machines. */

/** What `--json` writes. */
export interface ReportRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The value divided by the reference; null when there is no reference. */
  readonly ratio: number | null;
  readonly against: string | null;
}

export interface ReportLine extends ReportRow {
  /** The reference's figure, in the same unit. */
  readonly reference: number | null;
  /** The target, and whether it was met; null for figures that only inform. */
  readonly target: { readonly text: string; readonly met: boolean } | null;
}

/** The fields of a line without a reference. */
export const WITHOUT_REFERENCE = { ratio: null, against: null, reference: null };

export interface ReportSection {
  readonly title: string;
  readonly lines: readonly ReportLine[];
  /** How it was measured, and what was left out. */
  readonly notes: readonly string[];
}

export function reportRows(sections: readonly ReportSection[]): ReportRow[] {
  return sections.flatMap(({ lines }) =>
    lines.map(({ name, value, unit, ratio, against }) => ({
      name,
      value: roundFigure(value),
      unit,
      ratio: ratio && roundFigure(ratio),
      against,
    })),
  );
}

export function formatSection({ title, lines, notes }: ReportSection): string {
  const cells = lines.map(({ name, value, unit, ratio, against, reference, target }) => [
    name,
    `${formatFigure(value)} ${unit}`,
    ratio === null ? '' : `${formatFigure(ratio)} × ${against}, ${formatFigure(reference ?? NaN)}`,
    target === null ? '' : `${target.met ? 'met' : 'MISSED'}: ${target.text}`,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  const rows = cells.map(([name = '', value = '', ratio = '', aim = '']) =>
    `  ${name.padEnd(widths[0]!)}  ${value.padStart(widths[1]!)}  ${ratio.padEnd(widths[2]!)}  ${aim}`.trimEnd(),
  );
  return [title, ...rows, ...notes.map((note) => `  · ${note}`)].join('\n');
}

/** One sentence for the end. */
export function targetSummary(sections: readonly ReportSection[]): string {
  const aims = sections.flatMap(({ lines }) => lines.filter(({ target }) => target !== null));
  const missed = aims.filter(({ target: aim }) => aim?.met === false);
  if (missed.length === 0) return `All ${aims.length} aims were met.`;
  return `${missed.length} of ${aims.length} aims were MISSED: ${missed.map(({ name }) => name).join('; ')}.`;
}

/** Three significant digits, or all of a large whole number. */
function roundFigure(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

function formatFigure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
