/** Logs with a layout of their own: HAProxy, Squid and Amazon S3. */
import { withChoices } from '../fieldNames.ts';
import type { Mapping } from '../logTable.ts';
import type { LogFormat } from './format.ts';
import { lineReader, namedTokens, tokensIn } from './tokens.ts';

const FIELDS = {
  address: 'client',
  user: null,
  method: 'method',
  path: 'path',
  status: 'status',
  bytes: 'bytes',
  agent: null,
};

/**
 * `CLIENT:PORT [TIME] FRONTEND BACKEND/SERVER TIMERS STATUS BYTES … {HEADERS} "REQUEST"`; of a connection of TCP there is neither
 * a status nor a request. Some have the host before the timers.
 */
const HAPROXY =
  /^(?<client>\S+):\d+ \[(?<time>\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d\.\d+)\] (?<frontend>\S+) (?<backend>[^\s/]+)\/(?<server>\S+) (?:[^\s/]+ )?(?<timers>-?\d+(?:\/\+?-?\d+)+) (?:(?<status>-?\d{1,3}) )?\+?(?<bytes>\d+) (?<rest>.*)$/;

/** Stamped when the request arrives, in the server's own zone. */
export const haproxy: LogFormat = {
  id: 'haproxy',
  name: 'HAProxy',
  recognises: ({ lines }) => lines.some((line) => HAPROXY.test(line)),
  open(_, context) {
    const guess: Mapping = { time: 'time', timeIs: 'arrival', duration: null, durationUnit: 'ms', fields: FIELDS };
    const names = [
      'method',
      'path',
      'client',
      'status',
      'bytes',
      'frontend',
      'backend',
      'server',
      'state',
      'headers',
      'total_time',
    ];
    return lineReader(names, withChoices(guess, context.choices.mapping), context, (line) => {
      const { timers = '', rest = '', status, ...row } = HAPROXY.exec(line)?.groups ?? {};
      if (row['client'] === undefined) return 'it is not a request or a connection as HAProxy logs them';
      const request = /"([^\s"]+) ([^\s"]+)[^"]*"/.exec(rest);
      const [, method = '-', path = '-'] = request ?? [];
      // A path may have braces, too.
      const fields = rest.slice(0, request?.index);
      return {
        ...(row as Readonly<Record<string, string>>),
        method,
        path,
        // Of a request that was not answered, it is −1.
        status: status === undefined || status === '-1' ? '-' : status,
        state: /(?:^| )([A-Za-z-]{2}(?:[A-Za-z-]{2})?) /.exec(fields.replace(/^(?:- )+/, ''))?.[1] ?? '-',
        headers: /\{([^{}]*)\}/.exec(fields)?.[1] ?? '-',
        total_time: timers.slice(timers.lastIndexOf('/') + 1).replace('+', ''),
      };
    });
  },
};

const SQUID = 'time elapsed client result bytes method path user hierarchy type'.split(' ');

/** Its own format; stamped when the response ends. */
export const squid: LogFormat = {
  id: 'squid',
  name: 'Squid',
  recognises: ({ lines }) => lines.some((line) => /^\d+\.\d{3} +\d+ \S+ [A-Z_]+\/\d{3} \d+ [A-Z_]+ \S+ /.test(line)),
  open(_, context) {
    const fields = { ...FIELDS, user: 'user' };
    const guess: Mapping = { time: 'time', timeIs: 'end', duration: 'elapsed', durationUnit: 'ms', fields };
    const names = [...SQUID.slice(2), 'status'];
    return lineReader(names, withChoices(guess, context.choices.mapping), context, (line) => {
      const row = namedTokens(SQUID, tokensIn(line));
      const [result, status] = (row['result'] ?? '').split('/');
      if (status === undefined || row['path'] === undefined) return 'it has too few fields for a line of Squid';
      // A request without an answer has the status 000.
      return { ...row, result: result!, status: status === '000' ? '-' : status };
    });
  },
};

const S3 =
  'owner bucket time client requester request_id operation key request status error bytes object_size total_time turn_around_time referer agent'.split(
    ' ',
  );

/** Stamped when the request arrives. */
export const s3: LogFormat = {
  id: 's3',
  name: 'Amazon S3',
  recognises: ({ lines }) =>
    lines.some((line) => /^\S+ \S+ \[[^\]]+\] \S+ \S+ \S+ [A-Z][A-Z0-9]*\.[A-Z0-9._]+ /.test(line)),
  open(_, context) {
    const fields = { ...FIELDS, user: 'requester', agent: 'agent' };
    const guess: Mapping = { time: 'time', timeIs: 'arrival', duration: null, durationUnit: 'ms', fields };
    const names = ['method', 'path', ...S3.filter((name) => name !== 'time' && name !== 'request')];
    return lineReader(names, withChoices(guess, context.choices.mapping), context, (line) => {
      const row = namedTokens(S3, tokensIn(line));
      if (row['status'] === undefined) return 'it has too few fields for a line of Amazon S3';
      if (row['operation']!.startsWith('S3.')) return `${row['operation']} is what S3 did by itself, and no request`;
      const [method = '-', path = '-'] = row['request'] === '-' ? [] : row['request']!.split(' ');
      return { ...row, method, path };
    });
  },
};
