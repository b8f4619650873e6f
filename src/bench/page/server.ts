/** A static host on loopback that compresses, as those on the web do. */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ASSET_CACHING } from '../../tools/headersFile.mjs';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

export interface Site {
  /** Ends in a slash. */
  readonly address: string;
  close(): void;
}

export async function serve(folder: string): Promise<Site> {
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const path = normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const known = compressed.get(path);
    const body = known ?? readFile(join(folder, path)).then((content) => gzipSync(content));
    Promise.resolve(body).then(
      (content) => {
        compressed.set(path, content);
        response.writeHead(200, {
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'content-encoding': 'gzip',
          'content-length': content.length,
          'cache-control': path.startsWith('/assets/') ? ASSET_CACHING : 'no-cache',
        });
        response.end(content);
      },
      () => response.writeHead(404).end(), // the file is not there
    );
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
