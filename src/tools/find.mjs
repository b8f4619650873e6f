// Finds the shortest traffic that shows what a lane does: src/cli/find.ts.
import { startCommand } from './commandLine.mjs';

await startCommand('find');
