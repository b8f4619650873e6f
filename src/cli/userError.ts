/** A message for the user, on standard error and without a stack trace; the exit code is then 1. */
export class UserError extends Error {}
