/** The two streams: standard output, which may be slow, full, or closed by its reader, and what is said beside it. */

/** Standard output takes no more, for a reason that is an error: a full disk, not a reader that has read enough. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/** The reader of a pipe has read enough, as `head` does. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than this system allows',
  EIO: 'the device reports an error',
  EBADF: 'it is closed',
};

/**
 * Waits until it is written, so that no later error is lost, and while the reader is slower than we are.
 * @throws {OutputError | ReaderGoneError}
 */
export function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error === null || error === undefined) resolve();
      else reject(outputErrorOf(error));
    });
  });
}

/** Text from outside, on one line: a terminal obeys some control characters, and others turn the text around them. */
export function printed(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\uFFFD');
}

/** Says sentences on standard error, a line each. Names, and what code or a server says, are from outside in them. */
export function say(...sentences: readonly string[]): void {
  const lines = sentences.flatMap((sentence) => sentence.split('\n'));
  if (lines.length > 0) process.stderr.write(`${lines.map(printed).join('\n')}\n`);
}

function outputErrorOf({ code = '', message }: NodeJS.ErrnoException): Error {
  if (code === 'EPIPE') return new ReaderGoneError();
  return new OutputError(`Standard output cannot be written: ${REASONS[code] ?? message}. Redirect it elsewhere.`);
}

// The callback above has the error too, and standard error cannot be told that it cannot be written.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
