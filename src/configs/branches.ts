/** Limits of a program that are in force only in production, say, or only outside of it: all of them are read, which is said. */
import { brief } from './values.ts';
import type { ConfigProblem, FoundLimit } from './findings.ts';

/** What such a condition asks: `Rails.env.production?`, `process.env.NODE_ENV`, `settings.DEBUG`, `env.IsDevelopment()`. */
const ENVIRONMENT = /\b(?:\w{0,20}env(?:ironment)?|debug|testing|(?:is_?)?(?:prod(?:uction)?|dev(?:elopment)?))\b/i;
const CONDITION = /^([ \t]*)(?:\}[ \t]*)?(?:if|unless)\b([^\n]{1,300})/;
/** In one line with its limit: `throttle(…) if Rails.env.production?`, `["5/minute"] if DEBUG else ["1/minute"]`. */
const WITHIN = /\S[ \t](?:if|unless)[ \t]([^\n]{1,300}?)(?=[ \t]else\b|$)/;
const OTHERWISE = /^[ \t]*(?:\}[ \t]*)?(?:else|elif|elsif|elseif)\b/;
/** A line that only opens or closes a block. */
const BRACE = /^[ \t]*[{}][ \t]*$/;

/** A sentence at each such condition. */
export function branchProblems(text: string, limits: readonly FoundLimit[]): readonly ConfigProblem[] {
  if (!ENVIRONMENT.test(text)) return [];
  const rows = text.split('\n');
  const lines = new Set(limits.map(({ line }) => line));
  return rows.flatMap((row, index) => {
    const [, indent, condition = lines.has(index + 1) ? WITHIN.exec(row)?.[1] : undefined] = CONDITION.exec(row) ?? [];
    if (condition === undefined || !ENVIRONMENT.test(condition)) return [];
    const branches =
      indent === undefined ? [true, /\selse\b/.test(row)] : branchesFrom(rows, index, indent.length, lines);
    if (!branches.includes(true)) return [];
    const which =
      branches.filter(Boolean).length > 1
        ? 'decides which of these limits are in force: all of them are read'
        : 'decides whether a limit is in force: it is read';
    return [
      {
        line: index + 1,
        message: `The condition ${brief(condition.replace(/\s*(?:[:{]|\bthen\b.*)\s*$/, ''))} ${which}.`,
      },
    ];
  });
}

/** Of each branch, whether it has a limit. */
function branchesFrom(rows: readonly string[], start: number, depth: number, lines: ReadonlySet<number>): boolean[] {
  const branches = [lines.has(start + 1)];
  for (let at = start + 1; at < rows.length; at++) {
    const row = rows[at] ?? '';
    if (row.trim() === '') continue;
    const isDeeper = row.search(/\S/) > depth;
    if (!isDeeper && OTHERWISE.test(row)) branches.push(false);
    else if (!isDeeper && !(BRACE.test(row) && (row.includes('{') || OTHERWISE.test(rows[at + 1] ?? '')))) break;
    if (lines.has(at + 1)) branches[branches.length - 1] = true;
  }
  return branches;
}
