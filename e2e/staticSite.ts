/** A static host with one folder to serve, on a sub-path by default. The folder may be replaced, as a release does. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const SUB_PATH = '/tools/spillway/';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.txt': 'text/plain',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** How the host answers who asks for the page itself. */
export type PageAnswer = 'page' | 'nothing' | 'error';

export interface StaticSite {
  readonly address: string;
  /** What was asked for, by its path in the folder. */
  readonly asked: string[];
  folder: string;
  pageAnswer: PageAnswer;
  close(): Promise<void>;
}

interface SiteOptions {
  /** Of the folder; begins and ends with a slash. */
  readonly path?: string;
  /** What is sent with a file, by its path on the host. */
  readonly headers?: (path: string) => Readonly<Record<string, string>>;
}

export async function serveFolder(folder: string, options: SiteOptions = {}): Promise<StaticSite> {
  const { path: sitePath = SUB_PATH, headers = () => ({}) } = options;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    void answer(site, sitePath, pathname, response, headers(pathname));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const site: StaticSite = {
    address: `http://127.0.0.1:${port}${sitePath}`,
    asked: [],
    folder,
    pageAnswer: 'page',
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return site;
}

async function answer(
  site: StaticSite,
  sitePath: string,
  pathname: string,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  if (!pathname.startsWith(sitePath)) {
    response.writeHead(404).end();
    return;
  }
  const path = pathname.slice(sitePath.length) || './';
  site.asked.push(path);
  if (path === './' && site.pageAnswer !== 'page') {
    if (site.pageAnswer === 'error') response.writeHead(503).end('There is nobody here.');
    return; // until `close` ends all connections
  }
  const file = path === './' ? 'index.html' : path;
  try {
    const body = await readFile(join(site.folder, file));
    response
      .writeHead(200, { ...headers, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(body);
  } catch {
    response.writeHead(404).end();
  }
}
