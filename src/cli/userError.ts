/** A message for the user, on standard error and without a stack trace; the exit code is then 1. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** What `parse` reads from the arguments. @throws {UserError} what is wrong with them, and the usage */
export function parsedOrUsage<T>(usage: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UserError(`${(error as Error).message}\n\n${usage}`);
  }
}
