/** A static host with one folder to serve, on a sub-path. The folder may be replaced, as a release does. */
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

export async function serveFolder(folder: string): Promise<StaticSite> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    void answer(site, pathname, response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const site: StaticSite = {
    address: `http://127.0.0.1:${port}${SUB_PATH}`,
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

async function answer(site: StaticSite, pathname: string, response: ServerResponse): Promise<void> {
  if (!pathname.startsWith(SUB_PATH)) {
    response.writeHead(404).end();
    return;
  }
  const path = pathname.slice(SUB_PATH.length) || './';
  site.asked.push(path);
  if (path === './' && site.pageAnswer !== 'page') {
    if (site.pageAnswer === 'error') response.writeHead(503).end('There is nobody here.');
    return; // until `close` ends all connections
  }
  const file = path === './' ? 'index.html' : path;
  try {
    const body = await readFile(join(site.folder, file));
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
