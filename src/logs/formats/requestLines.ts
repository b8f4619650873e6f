/**
 * What servers and frameworks print for each request unless they are told otherwise: Django, Tornado, uWSGI, Gin, chi, morgan,
 * Rails and others, and what limit_req writes to nginx's error log. Many of them print no time; whoever collects their lines may
 * put one in front.
 */
import { withChoices } from '../fieldNames.ts';
import type { Mapping } from '../logTable.ts';
import type { LogFormat, LogHead } from './format.ts';
import { lineReader, type Row } from './tokens.ts';

const CLOCK = String.raw`\d\d:\d\d:\d\d`;
const ISO = String.raw`\d{4}[-/]\d\d[-/]\d\d[T ]${CLOCK}(?:[.,]\d+)?(?: ?(?:Z|[+-]\d\d:?\d\d))?`;
/** `28/Mar/2026` */
const DATE = String.raw`\d\d/[A-Z][a-z]{2}/\d{4}`;
/** `Sat Mar 28 13:00:00 2026` */
const CTIME = String.raw`[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d ${CLOCK} \d{4}`;
const METHOD = '(?<method>GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE)';
const PATH = String.raw`(?<path>[^\s"]+)`;
const QUOTED = `"${METHOD} ${PATH}(?: [^"]*)?"`;
const STATUS = String.raw`(?<status>[1-5]\d\d)\b`;
/** An address, perhaps with its port. */
const CLIENT = String.raw`(?<client>(?=[\da-f]{0,4}[.:])[\da-f.:]{2,51}|\[[\da-f:]{2,45}\](?::\d{1,5})?|localhost)`;
/** With its unit: `12.3ms`, `1.2 s`. */
const TOOK = String.raw`(?<duration>\d+(?:\.\d+)? ?[mnuµμ]?s)\b`;

/** What limit_req writes, also in its dry run. */
const LIMIT_REQ = new RegExp(
  String.raw`^(?<time>${ISO}) \[\w+\] \d+#\d+: (?:\*\d+ )?(?<outcome>limiting|delaying) requests?(?:, dry run)?, excess: (?<excess>[\d.]+),? by zone "(?<zone>[^"]*)".{0,100}?, client: (?<client>[^\s,]+)(?:.{0,300}?, request: ${QUOTED})?`,
);
/** Rails has a line of its own for the beginning of a request. */
const STARTED = new RegExp(
  String.raw`^[^"]{0,120}?\bStarted ${METHOD} ${`"${PATH}"`} for ${CLIENT} at (?<time>${ISO})`,
);

/** uWSGI, whose time is that of the request’s beginning; perhaps behind its host and its use of memory. */
const UWSGI = new RegExp(
  String.raw`^[^[\]]{0,200}\[pid: \d+\|[^\]]{1,60}\] (?<client>\S{1,60}) \((?<user>[^)]{1,100})?\) \{\d+ vars in \d+ bytes\} \[(?<time>${CTIME})\] ${METHOD} ${PATH} => generated (?<bytes>\d+) bytes in [^(]{1,60}\(\S{1,20} ${STATUS}\)`,
);

/** Lines that have their time in a place of their own, each by who writes it. */
const STAMPED = [
  // Django’s runserver.
  String.raw`\[(?<time>${DATE} ${CLOCK})\] ${QUOTED} ${STATUS} (?<bytes>\d+)`,
  // Tornado, and Jupyter, with the user in front of the address.
  String.raw`\[[A-Z] (?<time>\d{6} ${CLOCK}|${ISO}) [^\]]{1,60}\] ${STATUS} ${METHOD} ${PATH} \((?:[^\s()@]{1,60}@)?(?<client>[^\s()@]{1,60})\) ${TOOK}`,
  // Gin.
  String.raw`(?:\[GIN\] )?(?<day>\d{4}/\d\d/\d\d) - (?<clock>${CLOCK}) \| ${STATUS} \| +${TOOK} \| +${CLIENT} \| ${METHOD} +"(?<path>[^"]*)"`,
  // PHP’s built-in server.
  String.raw`(?:\[\d+\] )?\[(?<time>${CTIME})\] ${CLIENT} \[${STATUS}\]: ${METHOD} ${PATH}`,
  // Nginx Proxy Manager: the status of the upstream stands before that of the answer.
  String.raw`\[(?<time>${DATE}:${CLOCK} [+-]\d{4})\] (?:\S{1,20} [\d-]{1,20} )?${STATUS} - ${METHOD} \S{1,9} \S{1,260} "(?<path>[^"]*)" \[Client (?<client>[^\]\s]{1,60})\] \[Length (?<bytes>\d+)`,
  // Fastly, unless it is told otherwise.
  String.raw`${CLIENT} "[^"]*" "[^"]*" [A-Z][a-z]{2}, (?<time>\d{1,2} [A-Z][a-z]{2} \d{4} ${CLOCK} GMT) ${METHOD} ${PATH} ${STATUS}`,
].map((layout) => new RegExp(`^${layout}`));

/** Those that have none. */
const REQUESTS = [
  // uvicorn, Django, actix and chi.
  String.raw`(?:${CLIENT} (?:- )?)?${QUOTED} (?:from (?<from>\S{1,60}) - )?${STATUS}(?: (?<bytes>\d+)B?\b)?(?:.{0,300}? (?:in ${TOOK}|(?<seconds>\d+\.\d{6})$))?`,
  // morgan’s dev, tiny and short.
  String.raw`${METHOD} ${PATH} ${STATUS} ${TOOK} - (?<bytes>\d+|-)`,
  String.raw`(?:${CLIENT} \S{1,60} )?${METHOD} ${PATH} (?:HTTP/[\d.]+ )?${STATUS} (?<bytes>\d+|-) - ${TOOK}`,
  // Next and koa-logger.
  String.raw`${METHOD} ${PATH} ${STATUS} (?:in )?${TOOK}`,
  // Serilog.
  String.raw`HTTP ${METHOD} ${PATH} responded ${STATUS} in ${TOOK}`,
];
/** A time, and what else logging libraries write in front. */
const FRONT = String.raw`^[^\d"]{0,30}(?<time>${ISO})[^"]{0,120}?(?<![\w.:/-])`;
const BEHIND_TIME = REQUESTS.map((layout) => new RegExp(`${FRONT}${layout}`));
const WITHOUT_TIME = REQUESTS.map((layout) => new RegExp(String.raw`^[^"]{0,60}?(?<![\w.:/-])${layout}`));

const LAYOUTS = [LIMIT_REQ, STARTED, UWSGI, ...STAMPED, ...BEHIND_TIME];

/** What colours a status in a terminal. */
const COLOUR = new RegExp(String.raw`\x1b\[[\d;]*m`, 'g');
const uncoloured = (line: string): string => (line.includes('\x1b') ? line.replace(COLOUR, '') : line);

export const requestLines: LogFormat = {
  id: 'lines',
  name: 'lines as servers and frameworks print them',
  recognises: (head) => layoutOf(head) !== null,
  open(head, context) {
    const layout = layoutOf(head) ?? LIMIT_REQ;
    const rows = head.lines.map((line) => rowOf(line, layout)).filter((row) => row !== null);
    const named = (name: string): string | null => (rows.some((row) => row[name] !== undefined) ? name : null);
    const duration = named('duration');
    const guess: Mapping = {
      time: 'time',
      timeIs: duration === null ? 'arrival' : 'end',
      duration,
      durationUnit: 'ms',
      fields: {
        address: named('client'),
        user: named('user'),
        method: 'method',
        path: 'path',
        status: named('status'),
        bytes: named('bytes'),
        agent: null,
      },
    };
    if (layout === LIMIT_REQ)
      context.finding({
        kind: 'only-refused',
        sentence:
          'An error log has only the requests that limit_req refused or delayed. Those that passed at once are in the access log.',
      });
    return lineReader([...NAMES], withChoices(guess, context.choices.mapping), context, (line) => {
      return (
        rowOf(line, layout) ??
        `it is not a ${layout === LIMIT_REQ ? 'line of limit_req' : 'request written like the others'}`
      );
    });
  },
};

const NAMES = 'method path client user status bytes outcome zone excess'.split(' ');

/** What most of the first lines are. */
function layoutOf({ lines }: LogHead): RegExp | null {
  const plain = lines.map(uncoloured);
  let best: { readonly layout: RegExp; readonly count: number } | null = null;
  for (const layout of LAYOUTS) {
    const count = plain.filter((line) => layout.test(line)).length;
    if (count > (best?.count ?? 0)) best = { layout, count };
  }
  return best?.layout ?? null;
}

function rowOf(line: string, layout: RegExp): Row | null {
  const groups = layout.exec(uncoloured(line))?.groups;
  if (groups === undefined) return null;
  const { day, clock, time, seconds, from } = groups;
  const row: Record<string, string> = {};
  for (const name of [...NAMES, 'duration']) if (groups[name] !== undefined) row[name] = groups[name];
  row['time'] = (time ?? `${day} ${clock}`).replace(/^(\d\d)(\d\d)(\d\d) /, '20$1-$2-$3 ');
  if (seconds !== undefined) row['duration'] = `${seconds} s`;
  if (from !== undefined) row['client'] = from;
  return row;
}

/** What lines are that tell of requests and not when they came, to follow the file's name; null if they are none. */
export function timelessSentence({ lines }: LogHead): string | null {
  const plain = lines.map(uncoloured);
  const requests = plain.filter((line) => WITHOUT_TIME.some((layout) => layout.test(line)));
  if (requests.length === 0) return null;
  const hasClock = requests.some((line) => /\b\d\d:\d\d:\d\d\b/.test(line));
  return `has requests without ${hasClock ? 'the date' : 'a time'} in their lines, so when they came is not known. Let the server write it, or collect its lines with a time in front of each: docker logs --timestamps, kubectl logs --timestamps or journalctl -o short-iso.`;
}
