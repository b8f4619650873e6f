/** Runs a command: its result is the exit code, its errors are sentences on standard error. */
import { OutputError, ReaderGoneError } from './output.ts';
import { UserError } from './userError.ts';

export async function runProgram(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    process.exitCode = error instanceof ReaderGoneError ? 0 : 1;
    if (error instanceof UserError || error instanceof OutputError) process.stderr.write(`${error.message}\n`);
    else if (!(error instanceof ReaderGoneError)) process.stderr.write(`${(error as Error).stack ?? String(error)}\n`);
  }
}
