/** The mapping of a file whose columns may have any names: what CSV and JSON lines share. */
import { orderIn } from '../dates.ts';
import { durationWithoutUnit, guessFields, withChoices } from '../fieldNames.ts';
import { quoted, type Finding } from '../finding.ts';
import { LogError } from '../logError.ts';
import { isForwardedName, proxyFindings, withForwarded } from '../proxies.ts';
import { DATE_ORDERS, type DateOrder, type Mapping } from '../logTable.ts';
import type { ReadContext } from './format.ts';

/** The columns of a file by its first lines. */
export interface NamedColumns {
  readonly names: readonly string[];
  /** A column's first values, without those that are missing. */
  readonly valuesOf: (name: string) => readonly string[];
  /** Null where no column seems to hold times. */
  readonly guess: Mapping | null;
}

/**
 * What is guessed, with what the user says in its place.
 * @param noTime why nothing is guessed, a sentence
 * @throws {LogError} where nothing is guessed and the user does not say which column holds the time
 */
export function mappingOf(
  { names, valuesOf, guess }: NamedColumns,
  { choices, finding }: ReadContext,
  noTime: () => string,
): Mapping {
  const time = choices.mapping?.time;
  if (guess === null && time === undefined) throw new LogError('unreadable', noTime());
  const own = withForwarded(guess ?? onlyTime(names, time!, valuesOf), names.filter(isForwardedName), valuesOf);
  proxyFindings(own, choices.mapping).forEach(finding);
  const chosen = withChoices(own, choices.mapping, names);
  const found = orderIn(valuesOf(chosen.time));
  const mapping = found === null ? chosen : { dateOrder: found.order, ...chosen };
  if (found !== null && found.unclear !== null) finding(orderFinding(mapping.dateOrder ?? found.order, found.unclear));
  const unclear = mapping.duration === null ? durationWithoutUnit(mapping.time, names, valuesOf) : null;
  if (unclear !== null)
    finding({
      kind: 'duration',
      sentence: `The unit of ${unclear} is not known: in ms, many of its values would be minutes or hours. It is left out, so requests count as coming when they are stamped.`,
    });
  return mapping;
}

/** @param date one of them */
function orderFinding(order: DateOrder, date: string): Finding {
  const other = DATE_ORDERS.find((each) => each !== order);
  return {
    kind: 'date-order',
    sentence: `In dates such as ${quoted(date)}, the first lines do not show whether the day or the month comes first. They are read with the ${order} first; if that is wrong, choose ${other} first.`,
  };
}

function onlyTime(names: readonly string[], time: string, valuesOf: NamedColumns['valuesOf']): Mapping {
  return { time, timeIs: 'arrival', duration: null, durationUnit: 's', fields: guessFields(names, valuesOf) };
}
