/** What is said of a log that is read: how far it is, and what is in it. */
import type { LogSummary, ReadProgress } from '../../../logs/index.ts';
import { formatCount, formatNumber, pluralize } from '../../format/numbers.ts';
import { formatDuration } from '../../format/time.ts';

/** `120 of 200 MB, 612,000 lines`. */
export function progressText(progress: ReadProgress | null): string {
  if (progress === null) return 'Reading';
  const { bytes, totalBytes, lines } = progress;
  const of = totalBytes === null ? '' : ` of ${megabytes(totalBytes)}`;
  return `${megabytes(bytes)}${of} MB, ${pluralize(lines, 'line')}`;
}

function megabytes(bytes: number): string {
  return formatNumber(bytes / 1e6, bytes < 1e7 ? 1 : 0);
}

/** `access.log: nginx or Apache combined, 61,204 requests, 1 s timestamps.` */
export function summaryText({ files, formatName, requests, resolution }: LogSummary): string {
  const step = resolution < 1e-3 ? `${formatNumber(resolution * 1e6)} µs` : formatDuration(resolution);
  return `${files.join(', ')}: ${formatName}, ${pluralize(requests, 'request')}, ${step} timestamps.`;
}

/** `6 of 61,210 lines cannot be read and are left out.` */
export function badLinesText({ badLines: { count }, lines }: Pick<LogSummary, 'badLines' | 'lines'>): string {
  return `${formatCount(count)} of ${pluralize(lines, 'line')} cannot be read and ${count === 1 ? 'is' : 'are'} left out.`;
}

/** `2026-01-05 10:00:00`, in UTC. @param time Unix seconds */
export function stampText(time: number): string {
  const text = new Date(time * 1_000).toISOString().replace('T', ' ').replace('Z', '');
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}
