/** A date and a time of day in two columns, read as one. */
import { guessMapping, plainName } from '../fieldNames.ts';
import type { NamedColumns } from './namedColumns.ts';
import type { Accessor } from './recordReader.ts';

/** As in logs of the W3C extended format. */
const BOTH = 'date time';

const DATE_NAMES = 'date datum day localdate dateutc utcdate fecha data'.split(' ');
/** By its values alone, it may be a duration. */
const TIME_NAMES = 'time timeofday localtime timeutc utctime uhrzeit heure hora'.split(' ');
const DATE = /^(?:\d{4}[-/]\d\d[-/]\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})$/;
const TIME_OF_DAY = /^\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?: ?[AaPp][Mm])?(?:Z|[+-]\d\d:?\d\d)?$/;

export interface SplitTime extends NamedColumns {
  /** How the time is read, as a column that the file does not have. */
  readonly derivedOf: <Row>(accessorOf: (name: string) => Accessor<Row>) => ReadonlyMap<string, Accessor<Row>>;
}

/** The columns with both as one of them; null where they are not both there. */
export function splitTimeOf({ names, valuesOf }: Omit<NamedColumns, 'guess'>): SplitTime | null {
  const find = (known: readonly string[], form: RegExp): string | undefined =>
    names.find((name) => {
      const values = valuesOf(name);
      const last = plainName(name.slice(name.lastIndexOf('.') + 1));
      return known.includes(last) && values.length > 0 && values.every((value) => form.test(value));
    });
  const [date, time] = [find(DATE_NAMES, DATE), find(TIME_NAMES, TIME_OF_DAY)];
  if (date === undefined || time === undefined) return null;
  // Where one of them is missing in a row, those of two rows may meet, which are of the same form.
  const both = valuesOf(date).map((day, index) => `${day} ${valuesOf(time)[index] ?? valuesOf(time)[0]}`);
  const withBoth = (name: string): readonly string[] => (name === BOTH ? both : valuesOf(name));
  return {
    names,
    valuesOf: withBoth,
    guess: guessMapping([...names, BOTH], withBoth),
    derivedOf(accessorOf) {
      const [dateOf, timeOf] = [accessorOf(date), accessorOf(time)];
      return new Map([
        [
          BOTH,
          (row) => {
            const [day, hour] = [dateOf(row), timeOf(row)];
            return day && hour ? `${day} ${hour}` : undefined;
          },
        ],
      ]);
    },
  };
}
