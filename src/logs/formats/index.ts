/** The formats, in the order in which a file is taken for one: the most particular first. */
import type { FormatId } from '../logTable.ts';
import { cloudfront } from './cloudfront.ts';
import { combined } from './combined.ts';
import { csv } from './csv.ts';
import { decisions } from './decisions.ts';
import type { LogFormat, LogHead } from './format.ts';
import { har } from './har.ts';
import { cloudflare, ndjson } from './jsonLines.ts';
import { hey, k6, vegeta } from './loadTools.ts';
import { logfmt } from './logfmt.ts';
import { requestLines } from './requestLines.ts';
import { haproxy, s3, squid } from './servers.ts';
import { alb, envoy } from './tokens.ts';

const formats: readonly LogFormat[] = [
  har,
  k6,
  vegeta,
  hey,
  decisions,
  cloudflare,
  ndjson,
  envoy,
  alb,
  haproxy,
  squid,
  s3,
  cloudfront,
  combined,
  logfmt,
  requestLines,
  csv,
];

export function formatById(id: FormatId): LogFormat {
  return formats.find((format) => format.id === id)!;
}

/** The format that a file seems to have; null if none. */
export function guessFormat(head: LogHead): LogFormat | null {
  const guessed = formats.find(({ recognises }) => recognises(head)) ?? null;
  // What a program reports as JSON may stand among the requests of its server.
  const isAside = guessed === ndjson && linesOf(combined, head) > linesOf(ndjson, head);
  // And a line of another server among those of Nginx Proxy Manager, say.
  const isFew = guessed === combined && linesOf(requestLines, head) > linesOf(combined, head);
  return isAside ? combined : isFew ? requestLines : guessed;
}

/** How many of the first lines are of that format. */
function linesOf({ recognises }: LogFormat, head: LogHead): number {
  return head.lines.filter((line) => recognises({ ...head, lines: [line] })).length;
}
