/** What a server's configuration needs so that its log has milliseconds: for the findings, and for the page. */

const NGINX = `log_format timed '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $msec $request_time';`;
const APACHE = String.raw`LogFormat "%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\" %{msec}t" timed`;

export const SERVER_LINES: readonly { readonly server: string; readonly line: string }[] = [
  { server: 'nginx', line: NGINX },
  { server: 'Apache', line: APACHE },
];
