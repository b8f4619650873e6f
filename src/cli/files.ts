/** Files and standard input, which is written `-`, as commands read them. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { UserError } from './userError.ts';

/** For sentences. */
export function nameOf(source: string): string {
  if (source === '') return 'an empty name';
  return source === '-' ? 'standard input' : source;
}

/** @throws what `whyUnreadable` has a sentence for */
export async function readBytes(source: string): Promise<Uint8Array> {
  return source === '-' ? buffer(process.stdin) : readFile(source);
}

/** @throws {UserError} why it cannot be read */
export async function readUtf8(source: string): Promise<string> {
  try {
    return new TextDecoder().decode(await readBytes(source));
  } catch (error) {
    throw unreadable(source, error);
  }
}

export function unreadable(source: string, error: unknown): UserError {
  return new UserError(`${nameOf(source)}: ${whyUnreadable(error)}`);
}

/** What is said of an error of the file system. */
export function whyUnreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'There is no such file.';
  return code === 'EISDIR' ? 'This is a folder, not a file.' : `It cannot be read: ${message}.`;
}
