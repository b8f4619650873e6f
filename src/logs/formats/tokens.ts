/** Logs of tokens between spaces, some of them in quotes or brackets: Envoy and AWS Application Load Balancer. */
import { withChoices } from '../fieldNames.ts';
import type { Mapping } from '../logTable.ts';
import type { LogFormat, LogReader, ReadContext } from './format.ts';
import { recordReader } from './recordReader.ts';

/** The tokens of a line; without its quotes and brackets. */
export function tokensIn(line: string): string[] {
  const tokens: string[] = [];
  for (const [, inBrackets, inQuotes, plain] of line.matchAll(/\[([^\][]*)\](?= |$)|"((?:[^"\\]|\\.)*)"|(\S+)/g))
    tokens.push(inBrackets ?? inQuotes ?? plain ?? '');
  return tokens;
}

export type Row = Readonly<Record<string, string>>;

/** @param rowOf a line's fields by their names, `-` for a missing one; or why it has none */
export function lineReader(
  names: readonly string[],
  mapping: Mapping,
  context: ReadContext,
  rowOf: (line: string) => Row | string,
): LogReader {
  const records = recordReader<Row>(names, (name) => (row) => presentText(row[name]), mapping, context);
  const decoder = new TextDecoder();
  return {
    mapping,
    otherColumns: records.otherColumns,
    line(bytes, start, end, number) {
      const row = rowOf(decoder.decode(bytes.subarray(start, end)));
      if (typeof row === 'string') context.badLine(number, row);
      else records.read(row, number);
    },
  };
}

const presentText = (text: string | undefined): string | undefined => (text === '-' ? undefined : text);

/** Names and tokens, one by one; further tokens have no name. */
export function namedTokens(names: readonly string[], tokens: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name, index) => (tokens[index] === undefined ? [] : [[name, tokens[index]]])),
  );
}

/** Envoy's default format, and Istio's, which has the details of the response and the connection's addresses, too. */
const ENVOY =
  'start_time request response_code response_flags bytes_received bytes_sent duration upstream_service_time forwarded_for user_agent request_id authority upstream_host'.split(
    ' ',
  );
const ISTIO = [
  ...ENVOY.slice(0, 4),
  'response_code_details',
  'connection_termination_details',
  'upstream_failure',
  ...ENVOY.slice(4),
  'upstream_cluster',
  'upstream_local_address',
  'downstream_local_address',
  'downstream_remote_address',
];

/** START_TIME is when the request arrives. */
export const envoy: LogFormat = {
  id: 'envoy',
  name: 'Envoy',
  recognises: ({ lines }) =>
    lines.some((line) => /^\[\d{4}-\d\d-\d\dT[^\]]+\] "[^"]*" \d{1,3} \S+ /.test(line) && tokensIn(line).length >= 11),
  open({ lines }, context) {
    const isIstio = lines.some((line) => {
      const details = tokensIn(line)[4];
      return details !== undefined && !/^\d+$/.test(details);
    });
    const layout = isIstio ? ISTIO : ENVOY;
    const mapping = withChoices(
      {
        time: 'start_time',
        timeIs: 'arrival',
        duration: null,
        durationUnit: 'ms',
        fields: {
          address: isIstio ? 'client_address' : 'forwarded_for',
          user: null,
          method: 'method',
          path: 'path',
          status: 'response_code',
          bytes: 'bytes_sent',
          agent: 'user_agent',
        },
      },
      context.choices.mapping,
    );
    const names = ['method', 'path', 'authority', 'client_address', ...layout.filter((name) => name !== 'request')];
    return lineReader([...new Set(names)], mapping, context, (line) => {
      const tokens = tokensIn(line);
      if (tokens.length < 7) return 'it has too few fields for a line of Envoy';
      const row = namedTokens(layout, tokens);
      const [method = '', path = ''] = (row['request'] ?? '').split(' ');
      const remote = row['forwarded_for'] === '-' ? row['downstream_remote_address'] : row['forwarded_for'];
      return { ...row, method, path, client_address: remote ?? '-' };
    });
  },
};

const ALB =
  'type time elb client target request_processing_time target_processing_time response_processing_time elb_status_code target_status_code received_bytes sent_bytes request user_agent ssl_cipher ssl_protocol target_group_arn trace_id domain_name chosen_cert_arn matched_rule_priority request_creation_time actions_executed'.split(
    ' ',
  );

const ALB_LINE = /^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT\S+Z \S+ \S+:\d+ /;
/** Of a Classic Load Balancer, which has no type. */
const CLASSIC_LINE = /^\d{4}-\d\d-\d\dT\S+Z \S+ \S+:\d+ \S+ (?:-?[\d.]+ ){3}(?:\d{3}|-) /;

/**
 * `time` is when the response was made, `request_creation_time`, which old logs lack, when the request arrived. In those of a
 * Classic Load Balancer, `time` is when it arrived.
 */
export const alb: LogFormat = {
  id: 'alb',
  name: 'AWS Application or Classic Load Balancer',
  recognises: ({ lines }) => lines.some((line) => ALB_LINE.test(line) || CLASSIC_LINE.test(line)),
  open({ lines }, context) {
    const isClassic = !lines.some((line) => ALB_LINE.test(line));
    const layout = isClassic ? ALB.slice(1) : ALB;
    const hasCreation = lines.some((line) => {
      const token = tokensIn(line)[ALB.indexOf('request_creation_time')];
      return token !== undefined && /^\d{4}-/.test(token);
    });
    const mapping = withChoices(
      {
        time: hasCreation ? 'request_creation_time' : 'time',
        timeIs: hasCreation || isClassic ? 'arrival' : 'end',
        duration: hasCreation || isClassic ? null : 'processing_time',
        durationUnit: 's',
        fields: {
          address: 'client',
          user: null,
          method: 'method',
          path: 'path',
          status: 'elb_status_code',
          bytes: 'sent_bytes',
          agent: 'user_agent',
        },
      },
      context.choices.mapping,
      ALB,
    );
    const others = ['domain_name', 'target_group_arn', 'target_status_code', 'received_bytes'];
    const rest = ALB.filter((name) => name !== 'request' && !others.includes(name));
    return lineReader(['method', 'path', ...others, ...rest], mapping, context, (line) => {
      const tokens = tokensIn(line);
      if (tokens.length <= layout.indexOf('request')) return 'it has too few fields for a line of a load balancer';
      const row = namedTokens(layout, tokens);
      const [method = '', path = ''] = (row['request'] ?? '').split(' ');
      // A part is −1 if the connection ended before it.
      const parts = ['request_processing_time', 'target_processing_time', 'response_processing_time'];
      const taken = parts.reduce((sum, name) => sum + Math.max(0, Number(row[name])), 0);
      // Its port follows an address of IPv6, too, which has no brackets.
      const client = row['client']!.replace(/:\d+$/, '');
      return { ...row, client, method, path, processing_time: taken.toFixed(6) };
    });
  },
};
