/** The figures of clients as text: one figure, or from the least to the greatest over the readings of a coarse log. */
import { formatSignificant } from '../../sim/index.ts';
import { isIdentifiable } from '../../tune/identifiable.ts';
import type { ClientColumn, ClientRow, Clients } from '../../tune/index.ts';
import { formatCount, pluralize } from '../format/numbers.ts';
import { daySpanText, timeOfDayText, type Clock } from '../text/clockText.ts';
import { formatDerivedTime, formatDuration, formatInstantExact, formatSeconds } from '../format/time.ts';
import { NOT_IDENTIFIABLE } from '../text/stampsText.ts';

export const CLIENTS_PER_PAGE = 50;

/** `45`, `43 to 47`. */
export function spanText(min: number, max: number, format: (value: number) => string = formatCount): string {
  const [least, most] = [format(min), format(max)];
  return least === most ? least : `${least} to ${most}`;
}

/** `2.4 %`. */
function shareText(share: number): string {
  return `${formatSignificant(100 * share)} %`;
}

/** `10:32:23` of a log, in UTC, or `32.050 s` of a run without a date. @param seconds since the start of the run */
export function momentText(seconds: number, clock: Clock): string {
  return clock.epoch === 0 ? formatInstantExact(seconds * 1e6) : timeOfDayText(seconds, clock);
}

export interface ClientColumnText {
  readonly id: ClientColumn;
  readonly title: string;
  readonly text: (row: ClientRow) => string;
}

/** The epoch is 0 where the run has no date. */
export interface TableContext extends Clock {
  /** The lane's window, seconds. */
  readonly T: number;
  /** Whether clients may try again, so that their requests are those of this lane. */
  readonly isClosedLoop: boolean;
}

/** The columns after the client's name. */
export function clientColumns(context: TableContext): readonly ClientColumnText[] {
  const { T, epoch, resolution, isClosedLoop } = context;
  const isBusiestKnown = isIdentifiable(T, resolution);
  return [
    { id: 'requests', title: 'Requests', text: ({ requests }) => formatCount(requests) },
    {
      id: 'busiest',
      title: `Busiest ${formatDuration(T)}${isClosedLoop ? ', with retries' : ''}`,
      text: ({ least, most }) => (isBusiestKnown ? spanText(least.busiest, most.busiest) : 'not identifiable'),
    },
    { id: 'refused', title: 'Refused', text: ({ least, most }) => spanText(least.refused, most.refused) },
    {
      id: 'share',
      title: 'Share refused',
      text: ({ least, most, requests }) => spanText(least.refused / requests, most.refused / requests, shareText),
    },
    {
      id: 'firstRefusal',
      title: epoch === 0 ? 'First refusal' : 'First refusal, UTC',
      text: ({ least, most }) => refusalText(least.firstRefusal, most.firstRefusal, (at) => momentText(at, context)),
    },
    {
      id: 'longestSpell',
      title: 'Longest time refused',
      text: ({ least, most }) =>
        refusalText(least.longestSpell, most.longestSpell, (seconds) => formatDerivedTime(seconds * 1e6)),
    },
  ];
}

/** `10:32:23`, `10:32:23 to 10:32:24`; `10:32:23 or never` where not every reading has a refusal; `–` where none has. */
function refusalText(least: number | null, most: number | null, format: (value: number) => string): string {
  if (least !== null && most !== null) return spanText(least, most, format);
  const only = least ?? most;
  return only === null ? '–' : `${format(only)} or never`;
}

/** What the strips' ends stand for: `10:00 to 11:00 UTC`, or `0 to 24 s`. */
export function stripTitle(clock: Clock): string {
  return clock.epoch === 0 ? `0 to ${formatSeconds(clock.end)}` : daySpanText(clock);
}

/** `11 of 412 clients are refused at least once`. @param known whether the log's stamps tell */
export function clientsHeading(clients: Clients | null, known = true): string {
  if (clients?.ok !== true || clients.clients === 0) return 'Clients';
  return `${refusedText(clients)}${known ? '' : NOT_IDENTIFIABLE}`;
}

function refusedText(clients: Extract<Clients, { readonly ok: true }>): string {
  const { clients: all, leastRefusedClients: least, mostRefusedClients: most } = clients;
  if (all === 1 && least === most)
    return `The only client is ${most === 1 ? 'refused at least once' : 'never refused'}`;
  if (most === 0) return `None of the ${formatCount(all)} clients is ever refused`;
  return `${spanText(least, most)} of ${formatCount(all)} clients ${most === 1 ? 'is' : 'are'} refused at least once`;
}

/** `Clients 51 to 100 of 412`. */
export function pageText(from: number, count: number): string {
  if (count <= CLIENTS_PER_PAGE) return pluralize(count, 'client');
  return `Clients ${formatCount(from + 1)} to ${formatCount(Math.min(count, from + CLIENTS_PER_PAGE))} of ${formatCount(count)}`;
}
