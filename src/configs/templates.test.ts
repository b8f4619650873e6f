/** Templates that were left in a config of nginx or HAProxy: their values are not known here, and are said at their lines. */
import { expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './index.ts';

await loadSystems();

const NGINX = `limit_req_zone $binary_remote_addr zone={{ zone }}:10m rate={{ rate | default(10) }}r/s;
limit_req_zone $binary_remote_addr zone=erb:10m rate=<%= @rate %>r/s;
limit_req_zone $binary_remote_addr zone=known:10m rate=10r/s;
server {
  server_name {{ host }};
  {% if limited %}
  limit_req zone={{ zone }} burst=5;
  {% endif %}
  location /a { limit_req zone=known burst={{ burst }} nodelay; }
  location /b { limit_req zone=known burst=<%= burst %>; limit_req zone=erb; }
  location /c { limit_req zone=known burst=20; }
  {{- if .Values.login }}
  location /d { limit_req zone=known; }
  {{- end }}
}
`;

const HAPROXY = `backend b
  stick-table type ip size 1m expire 1m store http_req_rate({{ period }}s)
  http-request track-sc0 src
  http-request deny if { sc_http_req_rate(0) gt {{ limit }} }
  http-request deny if { sc_http_req_rate(0) gt "\${LIMIT}" }
`;

const LINES = 'A template decides which lines apply: all of them are read.';
const UNKNOWN = 'is a template, and its value is not known here.';

it.each([
  [
    'nginx-limit-req',
    NGINX,
    [11, 13],
    [
      `1: rate={{ rate | default(10) }}r/s: the rate ${UNKNOWN}`,
      `2: rate=<%= @rate %>r/s: the rate ${UNKNOWN}`,
      `6: ${LINES}`,
      `9: burst={{ burst }}: burst ${UNKNOWN}`,
      `10: burst=<%= burst %>: burst ${UNKNOWN}`,
    ],
  ],
  [
    'haproxy-rate',
    HAPROXY,
    [],
    [
      '2: http_req_rate is {{ period }}s, a template, whose value is not known here.',
      `4: sc_http_req_rate(0) gt {{ limit }}: the limit ${UNKNOWN}`,
      '5: sc_http_req_rate(0) gt ${LIMIT}: the limit is a variable, and its value is not known here.',
    ],
  ],
])('a template in a config of %s is named as what it is, and the other limits are read', (id, text, limits, said) => {
  const read = readConfig(text, id);
  expect(read.problems.map(({ line, message }) => `${line}: ${message}`)).toEqual(said);
  expect(read.limits.map(({ line }) => line)).toEqual(limits);
});
